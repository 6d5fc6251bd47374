import { errorCodes, type ErrorCode } from '@rapport/kernel';
import { z } from 'zod';
import { apiResultSchema, resultMediaTypes } from '../api-result.ts';
import { changesByGet, namesIgnored, takesCredentials, type Endpoint } from '../endpoint.ts';
import type { ByteType } from '../served-bytes.ts';
import { edgeFailures } from '../failures/edge-failures.ts';
import { failureMediaTypes } from '../failures/failure-body.ts';
import { failureFormOf, type FailureForm } from '../failures/failure-form.ts';
import { errorsOf } from '../failures/implied-errors.ts';
import { oauthProblem, problem } from '../failures/problem.ts';
import { headersOfEveryAnswer } from '../headers-of-every-answer.ts';
import type { AnswerHeaders, HeaderComponents } from './answer-headers.ts';
import { contentOf, type Content } from './content.ts';
import type { SchemaComponents } from './schema-components.ts';
import type { Answer, Answers } from './shared-answers.ts';

/** The parts of a document that its operations share. */
export interface Components {
  readonly schemas: SchemaComponents;
  readonly headers: HeaderComponents;
}

/** Every status that an endpoint answers with. Behind the edge it may answer with the edge's own refusals too. */
export function answersOf(endpoint: Endpoint, components: Components, isBehindEdge: boolean): Answers {
  return {
    ...successOf(endpoint, components),
    ...failuresOf(endpoint, components),
    ...(changesByGet(endpoint) ? headRefusal(endpoint, components) : {}),
    ...(isBehindEdge ? edgeRefusals(endpoint, components) : {}),
  };
}

/** Whether a caller that knows the answer already gets 304. */
export function isTagged({ method, envelope, success }: Endpoint): boolean {
  const hasTag = success.bytes !== undefined || (success.headers !== undefined && 'etag' in success.headers.shape);
  return envelope === undefined && method === 'get' && hasTag;
}

const ofEvery = [...headersOfEveryAnswer, 'cache-control'];

function successOf(endpoint: Endpoint, components: Components): Answers {
  return endpoint.success.bytes ? bytesOf(endpoint, endpoint.success.bytes, components) : dataOf(endpoint, components);
}

/** A body of bytes, whole and in parts. In a schema without a type its value is bytes. */
function bytesOf(endpoint: Endpoint, types: readonly ByteType[], { headers }: Components): Answers {
  const always = ['etag', 'accept-ranges', ...ofEvery, ...limitHeaders(endpoint)];
  const sometimes = ['rapport-ignored'];
  const content = contentOf(types, {});
  return {
    [String(endpoint.success.status)]: {
      description: 'All bytes.',
      headers: headers.use({ always, sometimes }),
      content,
    },
    '206': {
      description: 'The part that `Range` asks for.',
      headers: headers.use({ always: [...always, 'content-range'], sometimes }),
      content,
    },
    '304': unchanged(headers.use({ always, sometimes })),
  };
}

function unchanged(headers: Answer['headers']): Answer {
  return { description: 'It is as `If-None-Match` says; there is no body.', headers };
}

function dataOf(endpoint: Endpoint, { schemas, headers }: Components): Answers {
  const { body, status, unfinishedStatus } = endpoint.success;
  const own = Object.entries(endpoint.success.headers?.shape ?? {});
  const named = headers.use({
    always: [
      ...own.filter(([, header]) => !isOptional(header)).map(([name]) => name),
      ...ofEvery,
      ...limitHeaders(endpoint),
    ],
    sometimes: [
      ...own.filter(([, header]) => isOptional(header)).map(([name]) => name),
      ...(namesIgnored(endpoint) ? ['rapport-ignored'] : []),
    ],
  });
  const answer = {
    description: body ? 'The answer.' : 'Done; there is no body.',
    headers: named,
    ...(body ? { content: successContent(endpoint, body, schemas) } : {}),
  };
  const unfinished = { ...answer, description: 'The same answer, where the work goes on behind it.' };
  return {
    [String(status)]: answer,
    ...(unfinishedStatus === undefined ? {} : { [String(unfinishedStatus)]: unfinished }),
    ...(isTagged(endpoint) ? { '304': unchanged(named) } : {}),
  };
}

function isOptional(header: unknown): boolean {
  return header instanceof z.ZodType && header.safeParse(undefined).success;
}

function successContent({ envelope, success, example }: Endpoint, body: z.ZodType, schemas: SchemaComponents) {
  return envelope
    ? contentOf(resultMediaTypes, schemas.use(apiResultSchema(body), 'output'), example?.answer)
    : contentOf([success.mediaType ?? 'application/json'], schemas.use(body, 'output'), example?.answer);
}

function failuresOf(endpoint: Endpoint, { schemas, headers }: Components): Answers {
  const byStatus = Map.groupBy([...errorsOf(endpoint)], (code) => errorCodes[code]);
  const failures = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    failures.map(([status, codes]) => [
      String(status),
      {
        ...namedCodes(codes),
        headers: headers.use(failureHeaders(endpoint, status, codes)),
        content: failureContent(endpoint, schemas, codes),
      },
    ]),
  );
}

/** The codes of an answer, for people and for programs. */
export function namedCodes(codes: readonly ErrorCode[]): Pick<Answer, 'description' | 'x-codes'> {
  const sorted = codes.toSorted();
  return { description: `One of the codes ${sorted.map((code) => `\`${code}\``).join(', ')}.`, 'x-codes': sorted };
}

/** Of an operation that changes something by GET, a request with HEAD. */
function headRefusal(endpoint: Endpoint, { schemas, headers }: Components): Answers {
  const code: ErrorCode = 'method_not_allowed';
  return {
    [String(errorCodes[code])]: {
      description: `A request with HEAD, because GET changes something here. The code is \`${code}\`.`,
      'x-codes': [code],
      headers: headers.use({ always: [...ofEvery, 'allow'] }),
      content: failureContent(endpoint, schemas),
    },
  };
}

function edgeRefusals(endpoint: Endpoint, { schemas, headers }: Components): Answers {
  const code: ErrorCode = failureFormOf(endpoint) === 'oauth' ? 'invalid_request' : 'validation_failed';
  const content = failureContent(endpoint, schemas);
  return Object.fromEntries(
    Object.entries(edgeFailures).map(([status, detail]) => [
      status,
      {
        description: `${detail} The code is \`${code}\`.`,
        'x-codes': [code],
        headers: headers.use({ always: ofEvery }),
        content,
      },
    ]),
  );
}

/** The body of a failure, by its media types. */
function failureContent(endpoint: Endpoint, schemas: SchemaComponents, codes: readonly ErrorCode[] = []): Content {
  const form = failureFormOf(endpoint);
  return contentOf(failureMediaTypes[form], schemas.use(failureSchema(form, endpoint, codes), 'output'));
}

/** Failures of one status share a schema: where one of them carries data, those of the others are null. */
function failureSchema(form: FailureForm, { success, failureData }: Endpoint, codes: readonly ErrorCode[]): z.ZodType {
  const data = codes.map((code) => failureData?.[code]).find((schema) => schema !== undefined) ?? success.body;
  if (form === 'apiResult' && data) {
    return apiResultSchema(data);
  }
  return form === 'oauth' ? oauthProblem : problem;
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

/** Of these statuses the edge answers some itself, and a failing limiter others: neither has counted the request. */
const uncountedStatuses: ReadonlySet<number> = new Set([400, 500, 503]);

function failureHeaders(endpoint: Endpoint, status: number, codes: readonly ErrorCode[]): AnswerHeaders {
  const limits = isCounted(endpoint, status, codes) ? limitHeaders(endpoint) : [];
  const isSurelyCounted = status === 429 || (!takesCredentials(endpoint.access) && !uncountedStatuses.has(status));
  const isSurelyWaiting = status === 429 || status === 503;
  const isChallenged = status === 401 || codes.includes('insufficient_scope');
  const isSurelyChallenged = status === 401 && !takesCredentials(endpoint.access);
  return {
    always: [
      ...ofEvery,
      ...(isSurelyCounted ? limits : []),
      ...(isSurelyWaiting ? ['retry-after'] : []),
      ...(isSurelyChallenged ? ['www-authenticate'] : []),
      ...(codes.includes('range_not_satisfiable') ? ['content-range'] : []),
    ],
    sometimes: [
      ...(isSurelyCounted ? [] : limits),
      ...(codes.includes('idempotency_in_progress') ? ['retry-after'] : []),
      ...(isChallenged && !isSurelyChallenged ? ['www-authenticate'] : []),
    ],
  };
}
