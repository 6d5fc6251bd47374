import type { Content, LocatedOperation, Operation } from './document.ts';

/** The request of an operation's example, as programs send it. */
export interface SentRequest {
  readonly method: string;
  /** The path with its parameters and the query, encoded. */
  readonly address: string;
  /** Besides those that name the token and the media type. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly takesToken: boolean;
  readonly body: SentBody;
  /** The form in which a program reads a success: nothing of an answer without a body. */
  readonly reads: 'json' | 'text' | 'nothing';
}

export type SentBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'file'; readonly name: string };

export function sentRequest({ method, path, operation }: LocatedOperation): SentRequest {
  const { parameters = [], security } = operation;
  const given = (location: string) =>
    parameters.flatMap(({ name, in: where, example }) =>
      where === location && example !== undefined
        ? [[name, typeof example === 'string' ? example : JSON.stringify(example)] as const]
        : [],
    );
  const params = new Map(given('path'));
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params.get(name);
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const query = given('query').map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return {
    method: method.toUpperCase(),
    address: query.length === 0 ? filled : `${filled}?${query.join('&')}`,
    headers: given('header'),
    takesToken: security.length > 0 && !security.some((scheme) => 'clientBasic' in scheme),
    body: bodyOf(operation.requestBody?.content),
    reads: readsOf(operation),
  };
}

function bodyOf(content: Content | undefined): SentBody {
  const [type, { schema, example } = {}] = Object.entries(content ?? {})[0] ?? [];
  if (type === 'multipart/form-data') {
    return { kind: 'file', name: Object.keys(schema?.properties ?? {})[0] ?? 'file' };
  }
  if (example === undefined) {
    return { kind: 'none' };
  }
  return type === 'application/x-www-form-urlencoded'
    ? { kind: 'form', fields: fieldsOf(example) }
    : { kind: 'json', value: example };
}

/** A document shows a form as an object of its fields, or as its text. */
function fieldsOf(example: unknown): [string, string][] {
  return typeof example === 'string'
    ? [...new URLSearchParams(example)]
    : Object.entries(Object(example) as object).map(([name, value]) => [name, String(value)]);
}

function readsOf({ responses }: Operation): SentRequest['reads'] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const [type] = Object.keys(success?.content ?? {});
  return type === undefined ? 'nothing' : type.endsWith('json') ? 'json' : 'text';
}
