import type { OpenApiObject } from './schema-components.ts';

/** A body by its media types. */
export function contentOf(types: readonly string[], schema: OpenApiObject, example?: unknown): OpenApiObject {
  return Object.fromEntries(types.map((type) => [type, { schema, ...(example === undefined ? {} : { example }) }]));
}
