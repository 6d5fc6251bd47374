import type { OpenApiObject } from './schema-components.ts';

/** The headers of answers, by their names in the document. */
export const headerComponents: Record<string, OpenApiObject> = {
  ETag: {
    description: 'Names this state of what is answered for `If-Match` and `If-None-Match`.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'There, and `true`, where the answer is the stored one of an earlier request with the same key.',
    schema: { const: 'true' },
  },
  Location: { description: 'The path of the record.', schema: { type: 'string', format: 'uri-reference' } },
  Pragma: { description: 'For caches of HTTP/1.0.', schema: { const: 'no-cache' } },
  RateLimit: {
    description: 'What is left of the limit (`r`) and the seconds until there is more (`t`).',
    schema: { type: 'string', examples: ['"business";r=599;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'The limit (`q` requests) and its window (`w` seconds).',
    schema: { type: 'string', examples: ['"business";q=600;w=60'] },
  },
  'Retry-After': {
    description: 'Whole seconds to wait; whoever waits them gets through the limit.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'What is missing to be let in.', schema: { type: 'string' } },
  traceresponse: {
    description: 'The trace of the request (W3C Trace Context): its second part is the `traceId` of problems.',
    schema: { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$' },
  },
};

const namesByLowerCase = new Map(Object.keys(headerComponents).map((name) => [name.toLowerCase(), name]));

/** References to the headers with these lower-case names. */
export function headerRefs(names: readonly string[]): OpenApiObject {
  return Object.fromEntries(
    names.map((lowerCase) => [nameOf(lowerCase), { $ref: `#/components/headers/${nameOf(lowerCase)}` }]),
  );
}

function nameOf(lowerCase: string): string {
  const name = namesByLowerCase.get(lowerCase);
  if (name === undefined) {
    throw new Error(`The header ${lowerCase} has no description.`);
  }
  return name;
}
