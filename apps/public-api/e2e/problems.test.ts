import { beforeAll, describe, expect, test } from 'vitest';
import { newCustomer } from './customers.ts';
import { raw, rawJson, type RawAnswer } from './raw.ts';
import { newName, newToken, newTenant, type TestClient } from './tenant.ts';

const path = '/api/v1/customers';
const missingId = '01890000-0000-7000-8000-000000000000';
const json = { 'content-type': 'application/json' };

let token: string;
let client: TestClient;
let readOnly: string;
let exhausted: TestClient;
let taken: { id: string; code: string; externalId: string | null };
beforeAll(async () => {
  const tenant = await newTenant();
  client = await tenant.client();
  token = client.token;
  readOnly = await newToken(client, 'customers.read');
  taken = await newCustomer(client, { externalId: newName('taken') });
  exhausted = await (await newTenant({ requestsPerMinute: 1 })).client();
});

interface Wrong {
  readonly code: string;
  readonly status: number;
  readonly ask: () => Promise<RawAnswer>;
}

/** A request for each possible failure. */
const wrongs: readonly Wrong[] = [
  { code: 'validation_failed', status: 400, ask: () => rawJson('POST', path, token, '{"description": 1, "x": 2}') },
  { code: 'validation_failed', status: 400, ask: () => raw('GET', `${path}?pageSize=x&updatedFrom=y`, { token }) },
  { code: 'malformed_json', status: 400, ask: () => rawJson('POST', path, token, '{') },
  { code: 'invalid_cursor', status: 400, ask: () => raw('GET', `${path}?cursor=nonsense`, { token }) },
  {
    code: 'idempotency_key_invalid',
    status: 400,
    ask: () => rawJson('POST', path, token, '{"name": "x"}', { 'idempotency-key': '' }),
  },
  { code: 'token_missing', status: 401, ask: () => raw('GET', path) },
  { code: 'token_invalid', status: 401, ask: () => raw('GET', path, { token: 'nonsense' }) },
  { code: 'insufficient_scope', status: 403, ask: () => raw('DELETE', `${path}/${missingId}`, { token: readOnly }) },
  { code: 'not_found', status: 404, ask: () => raw('GET', `${path}/${missingId}`, { token }) },
  { code: 'not_found', status: 404, ask: () => raw('GET', `${path}/by-external-id/missing`, { token }) },
  { code: 'route_not_found', status: 404, ask: () => raw('GET', '/api/v1/Customers', { token }) },
  { code: 'route_not_found', status: 404, ask: () => raw('GET', `${path}/`, { token }) },
  { code: 'route_not_found', status: 404, ask: () => raw('GET', `${path}/x/y`, { token }) },
  { code: 'method_not_allowed', status: 405, ask: () => raw('PATCH', path, { token }) },
  { code: 'not_acceptable', status: 406, ask: () => raw('GET', path, { token, headers: { accept: 'image/png' } }) },
  {
    code: 'external_id_conflict',
    status: 409,
    ask: () => rawJson('POST', path, token, JSON.stringify({ name: 'x', externalId: taken.externalId })),
  },
  {
    code: 'code_conflict',
    status: 409,
    ask: () => rawJson('POST', path, token, JSON.stringify({ name: 'x', code: taken.code })),
  },
  {
    code: 'concurrency_conflict',
    status: 409,
    ask: () => raw('DELETE', `${path}/${taken.id}`, { token, headers: { 'if-match': '"x"' } }),
  },
  {
    code: 'payload_too_large',
    status: 413,
    ask: () => rawJson('POST', path, token, `{"name": "${'x'.repeat(1_100_000)}"}`),
  },
  {
    code: 'unsupported_media_type',
    status: 415,
    ask: () => raw('POST', path, { token, body: 'x', headers: { 'content-type': 'text/plain' } }),
  },
  { code: 'rate_limited', status: 429, ask: askTooOften },
];

/** The second of two requests is above the limit, however long ago the one before them was. */
async function askTooOften(): Promise<RawAnswer> {
  await exhausted.listCustomers();
  return raw('GET', path, { token: exhausted.token });
}

/** No answer may show SQL, stacks, hosts, names of schemas or names of libraries. */
const leak =
  /select |insert |update \w+ set|t\d{5}|postgres|redis|node_modules|\n\s+at |\.[tj]s:|econn|127\.0\.0\.1|localhost|(type|syntax|zod)error|\[object|duplicate key|violates|express/i;

describe.each(wrongs)('$status $code', ({ status, code, ask }) => {
  test(`the answer ${status} ${code} is a problem with all its members, and has the trace id of its header`, async () => {
    const answer = await ask();
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
    const problem = answer.body as Record<string, unknown>;
    expect(problem).toEqual({
      type: 'about:blank',
      title: expect.stringMatching(/^[A-Z]/) as unknown,
      status,
      detail: expect.stringMatching(/\S/) as unknown,
      instance: expect.stringMatching(/^\/[^?]*$/) as unknown,
      code,
      help: `/docs/errors/${code}`,
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      ...(code === 'validation_failed' || code === 'idempotency_key_invalid' ? { errors: problem['errors'] } : {}),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('traceresponse')?.split('-')[1]).toBe(problem['traceId']);
  });

  test(`the answer ${status} ${code} shows nothing of what is inside`, async () => {
    const { body, headers } = await ask();
    expect(JSON.stringify({ ...(body as object), instance: undefined })).not.toMatch(leak);
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
  });
});

test('every validation problem names a path, and has a text at each path', async () => {
  for (const { ask } of wrongs.filter(({ code }) => code === 'validation_failed')) {
    const { errors } = (await ask()).body as { errors: Record<string, string[]> };
    expect(Object.keys(errors).length).toBeGreaterThan(0);
    for (const messages of Object.values(errors)) {
      expect(messages.length).toBeGreaterThan(0);
      expect(messages.every((message) => typeof message === 'string' && message !== '')).toBe(true);
    }
  }
});

test('every success has a trace of its own, also where the caller sends an invalid traceparent', async () => {
  const parents = [
    'nonsense',
    '00-0-0-00',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `ff-${'a'.repeat(32)}-00f067aa0ba902b7-01`,
  ];
  const ids: string[] = [];
  for (const traceparent of parents) {
    const { headers, status } = await raw('GET', path, { token, headers: { traceparent } });
    expect(status).toBe(200);
    ids.push(headers.get('traceresponse')?.split('-')[1] ?? '');
  }
  expect(new Set(ids).size).toBe(parents.length);
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  }
});

test.each([
  '<script>alert(1)</script>',
  '"}\r\nX: y',
  '\u2028',
  '${jndi:ldap://x}',
  '{{7*7}}',
  '%n%s',
  '__proto__',
  'constructor',
])('a hostile text like %j breaks no answer', async (text) => {
  const unknown = await rawJson('POST', path, token, `{${JSON.stringify(text)}: 1, "name": "x"}`);
  expect(unknown).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  const cursor = await raw('GET', `${path}?cursor=${encodeURIComponent(text)}`, { token });
  expect(cursor).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  const record = await newCustomer(client, { name: `${text}.`, externalId: newName(text) });
  expect(record.name).toBe(`${text}.`.trim());
});

test('an address with a broken encoding never gets 500', async () => {
  for (const address of [`${path}/%`, `${path}/%zz`, `${path}/by-external-id/%ff`, `${path}?cursor=%ff`, `${path}?%`]) {
    const { status } = await raw('GET', address, { token, headers: json });
    expect([200, 400, 404]).toContain(status);
  }
});

test.each([
  [
    'GET',
    `${path}/42`,
    'There is no such record. id: This must be a UUID; a record is found by an id of yours at by-external-id/{externalId}.',
  ],
  [
    'PATCH',
    `${path}/${missingId}`,
    'There are no partial updates: read it, and send the whole of it by PUT, with its ETag in If-Match.',
  ],
])('the refusal of %s %s says what leads on', async (method, address, sentence) => {
  const { body } = await raw(method, address, { token });
  expect((body as { detail: string }).detail).toContain(sentence);
});
