import { emailField, idParameter, requiredText, textPatterns } from '@rapport/members/fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idempotencyKeyHeader, ifMatchHeader } from '../fields/header-fields.ts';
import { pageQuery } from '../fields/page-query.ts';
import { requestBody } from '../fields/request-body.ts';
import { openApiDocument } from './open-api-document.ts';

const thing = z.object({ id: z.uuid(), name: z.string() }).meta({ id: 'Thing' });
const access = { scope: 'things.read', permission: 'things.read', limiter: 'business' } as const;

const contract = {
  list: endpoint({
    operationId: 'listThings',
    method: 'get',
    path: '/things',
    access,
    query: pageQuery,
    success: { status: 200, body: z.array(thing) },
    errors: ['invalid_cursor'],
  }),
  get: endpoint({
    operationId: 'getThing',
    method: 'get',
    path: '/things/{id}',
    access,
    params: z.object({ id: idParameter() }),
    success: { status: 200, body: thing, headers: z.object({ etag: z.string() }) },
    errors: [],
  }),
  create: endpoint({
    operationId: 'createThing',
    method: 'post',
    path: '/things',
    access: { ...access, scope: 'things.write' },
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: requestBody(
      'ThingBody',
      { name: requiredText(10), email: emailField().describe('Where it is written to.') },
      ['id'],
    ),
    success: { status: 201, body: thing, headers: z.object({ location: z.string() }) },
    errors: ['idempotency_in_progress'],
  }),
  open: endpoint({
    operationId: 'open',
    method: 'get',
    path: '/open',
    access: 'open',
    success: { status: 200, body: thing },
    errors: [],
  }),
  token: endpoint({
    operationId: 'token',
    method: 'post',
    path: '/token',
    access: { credentials: 'client', limiter: 'token' },
    bodyType: 'form',
    body: z.object({ a: z.string() }).meta({ id: 'TokenForm' }),
    success: { status: 200, body: thing },
    errors: ['invalid_scope'],
  }),
};

const make = () =>
  openApiDocument({ title: 'T', version: '1', description: 'D', contracts: [contract], tokenUrl: '/token' });

// The tests look into it by paths alone, as a reader of the file who follows references to answers would.
const document = withItsAnswers(make()) as never;

function withItsAnswers(written: object): unknown {
  const { responses } = (written as { components: { responses: Readonly<Record<string, unknown>> } }).components;
  return JSON.parse(JSON.stringify(written), (_, value: unknown) => {
    const [, name = ''] = /^#\/components\/responses\/(.+)$/.exec(String(Reflect.get(Object(value), '$ref'))) ?? [];
    return responses[name] ?? value;
  });
}

function at(...path: string[]): unknown {
  return path.reduce<unknown>((value, step) => Reflect.get(Object(value), step), document);
}

function operation(path: string, method: string, ...rest: string[]): unknown {
  return at('paths', path, method, ...rest);
}

test('every reference of the document leads somewhere', () => {
  const references = [...JSON.stringify(make()).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  expect(references.some(([, path]) => path?.startsWith('components/responses/'))).toBe(true);
  for (const [, path = ''] of references) {
    expect(at(...path.split('/')), path).toBeTypeOf('object');
  }
});

test('the same contracts give the same text', () => {
  expect(JSON.stringify(make())).toBe(JSON.stringify(make()));
});

test('the document does not show a parameter that is refused', () => {
  const parameters = operation('/things', 'get', 'parameters') as { name: string }[];
  expect(parameters.map(({ name }) => name)).toEqual(['pageSize', 'updatedFrom', 'cursor']);
});

test('the schema of a body says which members it takes, drops and demands', () => {
  expect(at('components', 'schemas', 'ThingBody')).toEqual({
    type: 'object',
    properties: {
      id: { readOnly: true },
      name: { type: 'string', minLength: 1, maxLength: 10, pattern: textPatterns.notBlank },
      email: {
        type: ['string', 'null'],
        maxLength: 254,
        pattern: textPatterns.email,
        description: 'Where it is written to.',
      },
    },
    required: ['name'],
    additionalProperties: false,
  });
});

test('each status of an operation names its codes and its headers', () => {
  expect(operation('/things/{id}', 'get', 'responses')).toMatchObject({
    '200': { headers: { ETag: {}, RateLimit: {}, 'RateLimit-Policy': {}, traceresponse: {} } },
    '304': { headers: { ETag: {} } },
    '404': { description: 'One of the codes `not_found`.', content: { 'application/problem+json': {} } },
    '429': { headers: { 'Retry-After': {} } },
    '401': { headers: { 'WWW-Authenticate': {} } },
  });
  expect(operation('/things', 'post', 'responses', '409')).toMatchObject({ headers: { 'Retry-After': {} } });
  expect(operation('/things', 'get', 'responses')).not.toHaveProperty('304');
});

test('an operation names its scope, or says that it is open', () => {
  expect(operation('/things', 'post', 'security')).toEqual([{ clientCredentials: ['things.write'] }]);
  expect(operation('/open', 'get', 'security')).toEqual([]);
  expect(operation('/token', 'post', 'security')).toEqual([{ clientBasic: [] }, {}]);
  expect(at('components', 'securitySchemes', 'clientCredentials', 'flows', 'clientCredentials', 'scopes')).toEqual({
    'things.read': 'Read and list, and read the change feed of things',
    'things.write': 'Create and update things',
  });
});

test('where a client shows its credentials, every answer after its limiter has the headers of the limit', () => {
  const counted = { headers: { RateLimit: {}, 'RateLimit-Policy': {} } };
  expect(operation('/token', 'post', 'responses')).toMatchObject({
    '200': counted,
    '400': counted,
    '401': { ...counted, description: 'One of the codes `invalid_client`.' },
    '429': { ...counted, description: 'One of the codes `rate_limited`.' },
  });
  expect(operation('/token', 'post', 'responses', '413')).not.toMatchObject(counted);
  expect(operation('/things', 'get', 'responses', '401')).not.toMatchObject(counted);
  expect(operation('/open', 'get', 'responses', '200')).not.toMatchObject(counted);
});

test('an operation may answer 406 where failures are problems, and not where its body is a form', () => {
  expect(operation('/things', 'get', 'responses')).toHaveProperty('406');
  expect(operation('/open', 'get', 'responses')).toHaveProperty('406');
  expect(operation('/token', 'post', 'responses')).not.toHaveProperty('406');
});

test('a failure of an operation with a form has the members of OAuth', () => {
  expect(operation('/token', 'post', 'requestBody', 'content')).toHaveProperty('application/x-www-form-urlencoded');
  expect(operation('/token', 'post', 'responses', '401', 'content')).toEqual({
    'application/json': { schema: { $ref: '#/components/schemas/OAuthProblem' } },
  });
});

test('a failure that carries data has it in the schema of its status, and failures of other statuses have not', () => {
  const convert = endpoint({
    operationId: 'convertThing',
    method: 'get',
    path: '/convert',
    access: { permissions: [], act: 'read', limiter: 'business' },
    envelope: 'apiResult',
    success: { status: 200, body: thing },
    errors: ['duplicate_found', 'lead_converted', 'not_found'],
    failureData: { duplicate_found: z.object({ found: z.array(thing) }).meta({ id: 'Duplicates' }) },
  });
  const options = { title: 'T', version: '1', description: 'D', tokenUrl: '/token' };
  const text = JSON.stringify(openApiDocument({ ...options, contracts: [{ convert }] }));
  const { responses } = (JSON.parse(text) as Converting).paths['/convert'].get;
  const schemaOf = (status: string) => responses[status]?.content['application/json'].schema.$ref.split('/').at(-1);
  expect(['200', '404', '409'].map(schemaOf)).toEqual(['ThingApiResult', 'ThingApiResult', 'DuplicatesApiResult']);
});

interface Converting {
  readonly paths: {
    readonly '/convert': {
      readonly get: {
        readonly responses: Readonly<
          Record<string, { readonly content: { readonly 'application/json': { readonly schema: { $ref: string } } } }>
        >;
      };
    };
  };
}

test('two different schemas with the same name are refused', () => {
  const other = {
    ...contract.get,
    path: '/others/{id}',
    success: { status: 200, body: z.object({}).meta({ id: 'Other' }) },
  } as const;
  const same = {
    ...other,
    path: '/same/{id}',
    success: { status: 200, body: z.array(z.string()).meta({ id: 'Other' }) },
  } as const;
  const options = { title: 'T', version: '1', description: 'D', tokenUrl: '/token' };
  expect(() => openApiDocument({ ...options, contracts: [{ other, same }] })).toThrow('Other');
});

test('the example of an operation stands at its parameters, its body and its answer', () => {
  const update = endpoint({
    operationId: 'updateThing',
    method: 'put',
    path: '/things/{id}',
    access,
    params: z.object({ id: idParameter() }),
    headers: z.object({ 'if-match': ifMatchHeader() }),
    body: requestBody('ThingBody', { name: requiredText(10) }, ['id']),
    success: { status: 200, body: thing },
    errors: [],
    example: {
      params: { id: 'x' },
      headers: { 'if-match': '"1"' },
      body: { name: 'a' },
      answer: { id: 'x', name: 'a' },
    },
  });
  expect(openApiDocument({ title: 'T', version: '1', description: 'D', contracts: [{ update }] })).toMatchObject({
    paths: {
      '/things/{id}': {
        put: {
          parameters: [
            { name: 'id', example: 'x' },
            { name: 'If-Match', example: '"1"', schema: { pattern: expect.stringContaining('"') as string } },
          ],
          requestBody: { content: { 'application/json': { example: { name: 'a' } } } },
          responses: { '200': { content: { 'application/json': { example: { id: 'x', name: 'a' } } } } },
        },
      },
    },
  });
});

test('the document of the base address has what the edge refuses, and what is answered where no operation is', () => {
  const options = { title: 'T', version: '1', description: 'D', contracts: [contract], tokenUrl: '/token' };
  const behindEdge = withItsAnswers(openApiDocument({ ...options, isBehindEdge: true }));
  expect(behindEdge).toMatchObject({
    paths: {
      '/things': { get: { responses: { '408': { 'x-codes': ['validation_failed'] }, '431': {} } } },
      '/token': { post: { responses: { '431': { 'x-codes': ['invalid_request'] } } } },
    },
    components: {
      responses: { RouteNotFound: { 'x-codes': ['route_not_found'] }, MethodNotAllowed: {}, Unreadable: {} },
    },
  });
  expect(openApiDocument(options)).not.toMatchObject({ components: { responses: { RouteNotFound: {} } } });
  expect(operation('/things', 'get', 'responses')).not.toHaveProperty('431');
});

test('a header that every such answer has is required, and one that some have is not', () => {
  const headers = at('components', 'headers');
  expect(headers).toMatchObject({ traceresponse: { required: true }, RateLimit: { required: true } });
  expect(headers).toHaveProperty(['RateLimit.sometimes']);
  expect(headers).not.toHaveProperty(['RateLimit.sometimes', 'required']);
  expect(operation('/things', 'get', 'responses', '200')).toMatchObject({
    headers: { RateLimit: { $ref: '#/components/headers/RateLimit' } },
  });
  expect(operation('/things', 'get', 'responses', '503')).toMatchObject({
    headers: { RateLimit: { $ref: '#/components/headers/RateLimit.sometimes' } },
  });
});

test('a read with an ETag takes If-None-Match', () => {
  expect(operation('/things/{id}', 'get', 'parameters')).toMatchObject([{ name: 'id' }, { name: 'If-None-Match' }]);
});
