import { keysOf } from '@rapport/kernel';
import type { OpenApiObject } from './schema-components.ts';

/** The headers of answers, by their names in the document. */
const descriptions = {
  'Accept-Ranges': { description: 'Parts are served too.', schema: { type: 'string', const: 'bytes' } },
  Allow: { description: 'The methods that the address knows.', schema: { type: 'string' } },
  'Cache-Control': { description: 'How long caches may keep the answer.', schema: { type: 'string' } },
  'Content-Range': {
    description: 'Which bytes these are, or that there are none so far behind, and of how many.',
    schema: { type: 'string', examples: ['bytes 0-499/1234', 'bytes */1234'] },
  },
  'Content-Security-Policy': { description: 'Nothing but the page itself is loaded.', schema: { type: 'string' } },
  Deprecation: { description: 'Since when the operation is deprecated (RFC 9745).', schema: { type: 'string' } },
  ETag: {
    description: 'Names this state of what is answered for `If-Match` and `If-None-Match`.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: 'There, and `true`, where the answer is the stored one of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  Link: { description: 'The operation that takes the place of this one (RFC 8288).', schema: { type: 'string' } },
  Location: { description: 'The path of the record.', schema: { type: 'string', format: 'uri-reference' } },
  Pragma: { description: 'For caches of HTTP/1.0.', schema: { type: 'string', const: 'no-cache' } },
  RateLimit: {
    description: 'What is left of the limit (`r`) and the seconds until there is more (`t`).',
    schema: { type: 'string', examples: ['"business";r=599;t=60'] },
  },
  'RateLimit-Policy': {
    description: 'The limit (`q` requests) and its window (`w` seconds).',
    schema: { type: 'string', examples: ['"business";q=600;w=60'] },
  },
  'Rapport-Ignored': {
    description:
      'Names what the request said in vain, at most 20: parameters that are not known, in the order of the query, and read-only members whose values are not those of the record.',
    schema: { type: 'string', examples: ['email, limit'] },
  },
  'Retry-After': {
    description: 'Whole seconds to wait; a caller that waits them gets through the limit.',
    schema: { type: 'integer', minimum: 1 },
  },
  Sunset: { description: 'Until when the operation is served (RFC 8594).', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'What is missing to be let in.', schema: { type: 'string' } },
  traceresponse: {
    description: 'The trace of the request (W3C Trace Context): its second part is the `traceId` of problems.',
    schema: { type: 'string', pattern: '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$' },
  },
} satisfies Record<string, OpenApiObject>;

type HeaderName = keyof typeof descriptions;

const namesByLowerCase = new Map(keysOf(descriptions).map((name) => [name.toLowerCase(), name]));

/** The lower-case names of the headers of one answer. */
export interface AnswerHeaders {
  /** Every such answer has them. */
  readonly always: readonly string[];
  /** Some such answers have them. */
  readonly sometimes?: readonly string[];
}

/** The headers of a document's answers, each written once in each of its two forms. */
export class HeaderComponents {
  readonly #used = new Map<string, OpenApiObject>();

  use({ always, sometimes = [] }: AnswerHeaders): OpenApiObject {
    return Object.fromEntries([
      ...always.map((name) => this.#reference(nameOf(name), true)),
      ...sometimes.map((name) => this.#reference(nameOf(name), false)),
    ]);
  }

  sorted(): OpenApiObject {
    return Object.fromEntries([...this.#used].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  #reference(name: HeaderName, isRequired: boolean): [string, OpenApiObject] {
    const key = isRequired ? name : `${name}.sometimes`;
    this.#used.set(key, { ...descriptions[name], ...(isRequired ? { required: true } : {}) });
    return [name, { $ref: `#/components/headers/${key}` }];
  }
}

function nameOf(lowerCase: string): HeaderName {
  const name = namesByLowerCase.get(lowerCase);
  if (name === undefined) {
    throw new Error(`The header ${lowerCase} has no description.`);
  }
  return name;
}
