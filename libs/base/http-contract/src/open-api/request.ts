import { resultRequestMediaTypes } from '../api-result.ts';
import { fileFormMediaType, takesReason, type Endpoint, type FilePart } from '../endpoint.ts';
import { headerName } from '../fields/header-fields.ts';
import { isRefusedParameter } from '../fields/refused-parameter.ts';
import { isTagged } from './answers.ts';
import { contentOf } from './content.ts';
import type { OpenApiObject, SchemaComponents } from './schema-components.ts';

export function parametersOf(endpoint: Endpoint, schemas: SchemaComponents): OpenApiObject[] {
  return [
    ...parametersIn(endpoint, 'params', schemas),
    ...parametersIn(endpoint, 'query', schemas),
    ...parametersIn(endpoint, 'headers', schemas),
    ...(takesReason(endpoint) ? [rapportReason] : []),
    ...(isTagged(endpoint) ? [ifNoneMatch] : []),
    ...(endpoint.success.bytes ? [range, ifRange] : []),
  ];
}

const locations = { params: 'path', query: 'query', headers: 'header' } as const;

function parametersIn(endpoint: Endpoint, member: keyof typeof locations, schemas: SchemaComponents): OpenApiObject[] {
  const fields = endpoint[member];
  if (!fields) {
    return [];
  }
  const { properties = {}, required = [] } = schemas.use(fields, 'input');
  const examples: Readonly<Record<string, unknown>> = endpoint.example?.[member] ?? {};
  return Object.entries(properties)
    .filter(([name]) => !isRefusedParameter(fields.shape[name]))
    .map(([name, { description, ...schema }]) => ({
      name: member === 'headers' ? headerName(name) : name,
      in: locations[member],
      ...(description ? { description } : {}),
      ...(required.includes(name) ? { required: true } : {}),
      schema: member === 'query' ? neverEmpty(schema) : schema,
      ...(Object.hasOwn(examples, name) ? { example: examples[name] } : {}),
    }));
}

/** The parser refuses every empty parameter of a query, so no schema of one allows it. */
function neverEmpty(schema: OpenApiObject): OpenApiObject {
  const { type, pattern, enum: words, format } = schema;
  const isText = [type].flat().includes('string') && words === undefined && format === undefined;
  const mayBeEmpty = typeof pattern === 'string' ? new RegExp(pattern, 'u').test('') : true;
  return isText && mayBeEmpty ? { minLength: 1, ...schema } : schema;
}

const rapportReason = {
  name: 'Rapport-Reason',
  in: 'header',
  description:
    'Why the change is made, for the audit: percent-encoded UTF-8, at most 500 characters once it is decoded.',
  schema: { type: 'string', pattern: '^(?:[ -$&-~]|%[0-9A-Fa-f]{2})*$' },
};

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description:
    'The `ETag` of an earlier answer, or several of them with commas: where one still holds, the answer is 304.',
  schema: { type: 'string' },
};

const range = {
  name: 'Range',
  in: 'header',
  description:
    'The part that is wanted, such as `bytes=500-999`, `bytes=500-` or `bytes=-500`. Of several parts all is sent.',
  schema: { type: 'string' },
};

const ifRange = {
  name: 'If-Range',
  in: 'header',
  description: 'The `ETag` of the bytes that the caller has begun to read: where it is another one, all is sent.',
  schema: { type: 'string' },
};

export function requestBodyOf({ body, bodyType, file, envelope, example }: Endpoint, schemas: SchemaComponents) {
  if (file) {
    return formWithFile(file);
  }
  const plain = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const schema = body ? schemas.use(body, 'input') : {};
  const sent = bodyType === 'form' ? formText(example?.body) : example?.body;
  return { ...(envelope && takenToo), required: true, content: contentOf([plain], schema, sent) };
}

const [, ...others] = resultRequestMediaTypes;

/** One media type is enough for programs, and clients that are generated from several are broken in some languages. */
const takenToo = { description: `A body is taken as ${others.map((type) => `\`${type}\``).join(' and ')} too.` };

/** The text of a form, as it is sent. */
function formText(fields: unknown): string | undefined {
  return fields === undefined ? undefined : new URLSearchParams(Object.entries(fields as object)).toString();
}

/** A file has no type in JSON Schema: in a form, a schema without one is its bytes. */
function formWithFile({ name, description }: FilePart) {
  const schema = { type: 'object', properties: { [name]: { description } }, additionalProperties: false };
  return { required: false, content: contentOf([fileFormMediaType], schema) };
}
