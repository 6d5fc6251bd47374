import type { OpenApiObject } from './schema-components.ts';

/** A body's schema and its example, by media type. */
export type Content = Readonly<Record<string, { readonly schema: OpenApiObject; readonly example?: unknown }>>;

/** A body by its media types. */
export function contentOf(types: readonly string[], schema: OpenApiObject, example?: unknown): Content {
  return Object.fromEntries(types.map((type) => [type, { schema, ...(example === undefined ? {} : { example }) }]));
}
