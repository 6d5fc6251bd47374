import { errorCodes, type ErrorCode } from '@rapport/kernel';
import type { z } from 'zod';
import { apiResultSchema, resultMediaTypes, resultRequestMediaTypes } from '../api-result.ts';
import { takesCredentials, takesToken, type Contract, type Endpoint } from '../endpoint.ts';
import { failureMediaTypes } from '../failures/failure-body.ts';
import { failureFormOf, type FailureForm } from '../failures/failure-form.ts';
import { errorsOf } from '../failures/implied-errors.ts';
import { oauthProblem, problem } from '../failures/problem.ts';
import { headerName } from '../fields/header-fields.ts';
import { isRefusedParameter } from '../fields/refused-parameter.ts';
import { headersOfEveryAnswer } from '../headers-of-every-answer.ts';
import { headerComponents, headerRefs } from './answer-headers.ts';
import { SchemaComponents, type OpenApiObject } from './schema-components.ts';

export interface OpenApiOptions {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  /** In the order of the document. */
  readonly contracts: readonly Contract[];
  /** The address at which clients get their tokens, where endpoints ask for scopes. */
  readonly tokenUrl?: string;
}

/** The OpenAPI 3.1 document of what the contracts promise; the same contracts give the same text. */
export function openApiDocument(options: OpenApiOptions): OpenApiObject {
  const endpoints = options.contracts.flatMap((contract) => Object.values(contract));
  const schemas = new SchemaComponents();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const item = (paths[endpoint.path] ??= {});
    item[endpoint.method] = operationOf(endpoint, schemas);
  }
  return {
    openapi: '3.1.1',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: options.title, version: options.version, description: options.description },
    ...(options.servers ? { servers: options.servers } : {}),
    paths,
    components: {
      schemas: schemas.sorted(),
      headers: headerComponents,
      securitySchemes: securitySchemes(endpoints, options.tokenUrl),
    },
  };
}

function operationOf(endpoint: Endpoint, schemas: SchemaComponents): OpenApiObject {
  const { operationId, summary, description, tags, access } = endpoint;
  const parameters = [
    ...parametersOf(endpoint, 'params', 'path', schemas),
    ...parametersOf(endpoint, 'query', 'query', schemas),
    ...parametersOf(endpoint, 'headers', 'header', schemas),
  ];
  return {
    operationId,
    ...(tags ? { tags } : {}),
    ...(summary ? { summary } : {}),
    ...(description ? { description } : {}),
    security: securityOf(access),
    ...(takesToken(access) ? { 'x-permission': access.permission } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body ? { requestBody: requestBodyOf(endpoint, schemas) } : {}),
    responses: { ...successOf(endpoint, schemas), ...failuresOf(endpoint, schemas) },
  };
}

function parametersOf(
  endpoint: Endpoint,
  part: 'params' | 'query' | 'headers',
  place: 'path' | 'query' | 'header',
  schemas: SchemaComponents,
): OpenApiObject[] {
  const fields = endpoint[part];
  if (!fields) {
    return [];
  }
  const { properties = {}, required = [] } = schemas.use(fields, 'input');
  return Object.entries(properties)
    .filter(([name]) => !isRefusedParameter(fields.shape[name]))
    .map(([name, { description, ...schema }]) => ({
      name: place === 'header' ? headerName(name) : name,
      in: place,
      ...(description ? { description } : {}),
      ...(required.includes(name) ? { required: true } : {}),
      schema,
    }));
}

function requestBodyOf({ body, bodyType, envelope }: Endpoint, schemas: SchemaComponents): OpenApiObject {
  const plain = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const schema = body ? schemas.use(body, 'input') : {};
  return { required: true, content: contentOf(envelope ? resultRequestMediaTypes : [plain], schema) };
}

function contentOf(types: readonly string[], schema: OpenApiObject): OpenApiObject {
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

function successOf(endpoint: Endpoint, schemas: SchemaComponents): OpenApiObject {
  const { success } = endpoint;
  const names = Object.keys(success.headers?.shape ?? {});
  const headers = headerRefs([...names, ...headersOfEveryAnswer, ...limitHeaders(endpoint)]);
  const answer = {
    description: success.body ? 'The answer.' : 'Done; there is no body.',
    headers,
    ...(success.body ? { content: successContent(endpoint, success.body, schemas) } : {}),
  };
  const isTagged = endpoint.method === 'get' && names.includes('etag');
  const unchanged = { description: 'It is as `If-None-Match` says; there is no body.', headers };
  return { [String(success.status)]: answer, ...(isTagged ? { '304': unchanged } : {}) };
}

function successContent({ envelope }: Endpoint, body: z.ZodType, schemas: SchemaComponents): OpenApiObject {
  return envelope
    ? contentOf(resultMediaTypes, schemas.use(apiResultSchema(body), 'output'))
    : contentOf(['application/json'], schemas.use(body, 'output'));
}

/** The body of a failure, by its media types. */
function failureContent(endpoint: Endpoint, schemas: SchemaComponents): OpenApiObject {
  const form = failureFormOf(endpoint);
  return contentOf(failureMediaTypes[form], schemas.use(failureSchema(form, endpoint), 'output'));
}

function failureSchema(form: FailureForm, { success }: Endpoint): z.ZodType {
  if (form === 'apiResult' && success.body) {
    return apiResultSchema(success.body);
  }
  return form === 'oauth' ? oauthProblem : problem;
}

function failuresOf(endpoint: Endpoint, schemas: SchemaComponents): OpenApiObject {
  const byStatus = Map.groupBy([...errorsOf(endpoint)], (code) => errorCodes[code]);
  const content = failureContent(endpoint, schemas);
  const failures = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    failures.map(([status, codes]) => [
      String(status),
      {
        description: `One of the codes ${codes
          .toSorted()
          .map((code) => `\`${code}\``)
          .join(', ')}.`,
        headers: headerRefs([...headersOfEveryAnswer, ...failureHeaders(endpoint, status, codes)]),
        content,
      },
    ]),
  );
}

function limitHeaders({ access }: Endpoint): readonly string[] {
  return typeof access === 'object' ? ['ratelimit', 'ratelimit-policy'] : [];
}

/** A caller without a valid token is not counted. A client with credentials is, once its request is understood. */
function isCounted({ access }: Endpoint, status: number, codes: readonly ErrorCode[]): boolean {
  return takesCredentials(access) ? codes.some((code) => codesAfterCredentials.has(code)) : status !== 401;
}

const codesAfterCredentials: ReadonlySet<ErrorCode> = new Set([
  'invalid_client',
  'invalid_scope',
  'rate_limited',
  'service_unavailable',
  'unauthorized_client',
]);

function failureHeaders(endpoint: Endpoint, status: number, codes: readonly ErrorCode[]): readonly string[] {
  const mayWait = status === 429 || status === 503 || codes.includes('idempotency_in_progress');
  const limits = isCounted(endpoint, status, codes) ? limitHeaders(endpoint) : [];
  return [
    ...limits,
    ...(mayWait ? ['retry-after'] : []),
    ...(status === 401 || status === 403 ? ['www-authenticate'] : []),
  ];
}

function securityOf(access: Endpoint['access']): OpenApiObject[] {
  if (takesToken(access)) {
    return [{ clientCredentials: [access.scope] }];
  }
  return access === 'operator' ? [{ operator: [] }] : [];
}

function securitySchemes(endpoints: readonly Endpoint[], tokenUrl: string | undefined): OpenApiObject {
  const scopes = new Set(endpoints.flatMap(({ access }) => (takesToken(access) ? [access.scope] : [])));
  const operator = endpoints.some(({ access }) => access === 'operator')
    ? { operator: { type: 'http', scheme: 'bearer', description: 'The credential of an operator.' } }
    : {};
  if (scopes.size === 0) {
    return operator;
  }
  const named = Object.fromEntries([...scopes].toSorted().map((scope) => [scope, describeScope(scope)]));
  return {
    clientCredentials: { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes: named } } },
    ...operator,
  };
}

function describeScope(scope: string): string {
  const [resource = '', act = ''] = scope.split('.');
  const acts: Record<string, string> = {
    read: 'Read and list, and read the change feed of',
    write: 'Create and update',
    delete: 'Delete',
  };
  return `${acts[act] ?? act} ${resource}`;
}
