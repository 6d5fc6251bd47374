import { connect } from 'node:net';
import {
  endpoint,
  implement,
  idempotencyKeyHeader,
  idParameter,
  pageQuery,
  RawJson,
  requiredText,
} from '@rapport/http-contract';
import { AppError } from '@rapport/kernel';
import { startTelemetry } from '@rapport/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Exchange, Guard } from './exchange.ts';
import { httpApp } from './http-app.ts';
import { listen, type Listening } from './listen.ts';
import { oauthErrors, problemDetails } from './render-error.ts';

const thing = z.object({ id: z.string(), name: z.string() });
const access = { scope: 'things.write', permission: 'things.write', limiter: 'business' } as const;
const byId = z.object({ id: idParameter() });

const contract = {
  listThings: endpoint({
    operationId: 'listThings',
    method: 'get',
    path: '/api/v1/things',
    access,
    query: pageQuery,
    success: { status: 200, body: z.object({ pageSize: z.number(), updatedFrom: z.string().nullable() }) },
    errors: [],
  }),
  getThingByName: endpoint({
    operationId: 'getThingByName',
    method: 'get',
    path: '/api/v1/things/by-name/{name}',
    access,
    params: z.object({ name: requiredText(200) }),
    success: { status: 200, body: thing },
    errors: [],
  }),
  getThing: endpoint({
    operationId: 'getThing',
    method: 'get',
    path: '/api/v1/things/{id}',
    access,
    params: byId,
    success: { status: 200, body: thing, headers: z.object({ etag: z.string() }) },
    errors: [],
  }),
  createThing: endpoint({
    operationId: 'createThing',
    method: 'post',
    path: '/api/v1/things',
    access,
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: z.strictObject({ name: requiredText(10) }),
    success: { status: 201, body: thing },
    errors: [],
  }),
  updateThing: endpoint({
    operationId: 'updateThing',
    method: 'put',
    path: '/api/v1/things/{id}',
    access,
    params: byId,
    body: z.strictObject({ name: requiredText(10) }),
    success: { status: 200, body: thing },
    errors: [],
  }),
  deleteThing: endpoint({
    operationId: 'deleteThing',
    method: 'delete',
    path: '/api/v1/things/{id}',
    access,
    params: byId,
    success: { status: 204 },
    errors: [],
  }),
  takeForm: endpoint({
    operationId: 'takeForm',
    method: 'post',
    path: '/connect/form',
    access: 'open',
    bodyType: 'form',
    bodyBytesMax: 16_384,
    success: { status: 200, body: z.object({ fields: z.array(z.tuple([z.string(), z.string()])) }) },
    errors: ['rate_limited', 'invalid_client', 'invalid_scope'],
  }),
  breakDown: endpoint({
    operationId: 'breakDown',
    method: 'get',
    path: '/api/v1/broken/{how}',
    access: 'open',
    params: z.object({ how: z.string() }),
    success: { status: 200, body: thing },
    errors: [],
  }),
};

const id = '01890000-0000-7000-8000-000000000000';
const lines: Record<string, unknown>[] = [];
const fingerprints: string[] = [];
let running: Listening;

const guard: Guard<Exchange> = (exchange) => {
  exchange.setHeader('ratelimit', '"business";r=1;t=60');
  exchange.note({ tenantId: 'tenant-1', clientId: 'client-1' });
  const refusal = exchange.header('x-refuse');
  if (refusal) {
    throw new AppError(refusal as AppError['code'], 'Refused by the guard.');
  }
  exchange.context = exchange;
};

const failures: Record<string, () => never> = {
  bug: () => {
    throw new TypeError('select secret from table');
  },
  unavailable: () => {
    throw new AppError('service_unavailable', 'Try again.', { headers: { 'retry-after': '1' } });
  },
  undeclared: () => {
    throw new AppError('code_conflict', 'Not in the contract.');
  },
};

beforeAll(async () => {
  const logStream = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logStream });
  const routes = implement(contract)<Exchange>({
    listThings: async (_, { query }) => ({
      status: 200,
      body: { pageSize: query.pageSize, updatedFrom: query.updatedFrom ?? null },
    }),
    getThingByName: async (_, { params }) => ({ status: 200, body: { id, name: params.name } }),
    getThing: async (_, { params }) => ({
      status: 200,
      body: new RawJson(`{"id":"${params.id}","name":"ş"}`),
      headers: { etag: '"1"' },
    }),
    createThing: async (_, { body, fingerprint }) => {
      fingerprints.push(fingerprint.toString('hex'));
      return { status: 201, body: { id, name: body.name } };
    },
    updateThing: async (_, { params, body }) => ({ status: 200, body: { id: params.id, name: body.name } }),
    deleteThing: async () => ({ status: 204 }),
    takeForm: async (_, { body }) => {
      if (body.some(([name]) => name === 'wrong')) {
        throw new AppError('invalid_client', 'Wrong “client”.');
      }
      return { status: 200, body: { fields: body.map(([name, value]) => [name, value] as [string, string]) } };
    },
    breakDown: async (_, { params }) => {
      failures[params.how]?.();
      const body = { undeclared: 1 } as unknown as { id: string; name: string };
      return { status: 200, body };
    },
  });
  const app = httpApp({
    telemetry,
    routes,
    guards: [guard],
    rendererOf: (path) => (path.startsWith('/connect/') ? oauthErrors : problemDetails),
    checkResponses: true,
  });
  running = await listen({ host: '127.0.0.1', port: 0 }, app);
});

afterAll(() => running.drain(100));

interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Sends bytes as they are and reads what comes until the connection ends or an answer is whole. */
function exchangeBytes(...pieces: (string | Uint8Array)[]): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(running.port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received += text;
      const answer = parseAnswer(received);
      if (answer) {
        resolve(answer);
        socket.destroy();
      }
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after ${JSON.stringify(received)}`)));
    for (const piece of pieces) {
      socket.write(piece);
    }
  });
}

function parseAnswer(received: string): RawAnswer | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0 || received.startsWith('HTTP/1.1 100')) {
    return end < 0 ? undefined : parseAnswer(received.slice(end + 4));
  }
  const [statusLine = '', ...headerLines] = received.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    headerLines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const text = received.slice(end + 4);
  return text.length < Number(headers['content-length'] ?? 0)
    ? undefined
    : { status: Number(statusLine.split(' ')[1]), headers, text };
}

function request(method: string, path: string, headers: Record<string, string> = {}, body?: string | Uint8Array) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'x', ...length, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return [`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, ...(body === undefined ? [] : [body])];
}

async function ask(method: string, path: string, headers?: Record<string, string>, body?: string | Uint8Array) {
  const answer = await exchangeBytes(...request(method, path, headers, body));
  const json = (answer.text === '' ? {} : JSON.parse(Buffer.from(answer.text, 'latin1').toString())) as Record<
    string,
    unknown
  >;
  return { ...answer, json };
}

const json = { 'content-type': 'application/json' };

function post(body: string | Uint8Array, headers: Record<string, string> = json) {
  return ask('POST', '/api/v1/things', headers, body);
}

test('every answer has its trace, tells nothing of what it is made with, and is stored nowhere', async () => {
  for (const answer of [await ask('GET', `/api/v1/things`), await post('{"name":"a"}'), await ask('GET', '/nowhere')]) {
    expect(answer.headers['traceresponse']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(['x-powered-by']));
    expect(answer.headers['server']).toBeUndefined();
  }
});

test('a problem has all its members, and the trace of its header and of its log line', async () => {
  const { status, json, headers } = await ask('GET', `/api/v1/things/nonsense?x=1`);
  expect(status).toBe(404);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(json).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'There is no such record.',
    instance: '/api/v1/things/nonsense',
    code: 'not_found',
    traceId: headers['traceresponse']?.split('-')[1],
  });
  expect(lines.find((line) => line['traceId'] === json['traceId'])).toMatchObject({
    message: 'request',
    method: 'GET',
    route: '/api/v1/things/{id}',
    status: 404,
    code: 'not_found',
    tenantId: 'tenant-1',
    clientId: 'client-1',
    service: 'test',
  });
});

test('the log line has no query, and hides in the path what is as long as a credential', async () => {
  const { json } = await ask('GET', `/nowhere/rpt_live_${'a'.repeat(49)}/x?client_secret=b`);
  expect(lines.find((line) => line['traceId'] === json['traceId'])?.['path']).toBe('/nowhere/[hidden]/x');
});

test.each([
  '/',
  '/nowhere',
  '/api/v1/things/',
  '/API/v1/things',
  '/api/v1//things',
  '//api/v1/things',
  '/api/v1/things/a/b',
  '/api/v1/things/by-name/a/b',
  '/api/v1/things/by-name/',
  '/api/v1/things/%zz',
  '/api/v1/things/%',
  '/api/v1/things/%ff',
  '/%00',
])('there is nothing at %s', async (path) => {
  expect((await ask('GET', path)).json).toMatchObject({ status: 404, code: 'route_not_found' });
});

test.each(['undefined', '1', '%00', 'by-name', "'%20or%201=1--", `${id}0`])(
  'an id that is no UUID is a record that is not there: %s',
  async (path) => {
    expect((await ask('GET', `/api/v1/things/${path}`)).json).toMatchObject({ status: 404, code: 'not_found' });
  },
);

test.each([
  ['a%2Fb', 'a/b'],
  ['a%20b', 'a b'],
  ['100%25', '100%'],
  ['a+b', 'a+b'],
  ['a%3Fb%23c', 'a?b#c'],
  ['%C5%9F', 'ş'],
  ['%2561', '%61'],
])('a parameter in a path is percent-decoded once: %s', async (sent, name) => {
  expect((await ask('GET', `/api/v1/things/by-name/${sent}`)).json).toMatchObject({ name });
});

test.each([
  ['PATCH', `/api/v1/things/${id}`, 'GET, HEAD, PUT, DELETE'],
  ['OPTIONS', `/api/v1/things/${id}`, 'GET, HEAD, PUT, DELETE'],
  ['DELETE', '/api/v1/things', 'GET, HEAD, POST'],
  ['GET', '/connect/form', 'POST'],
])('%s at %s is told which methods there are', async (method, path, allow) => {
  const answer = await ask(method, path);
  expect(answer.status).toBe(405);
  expect(answer.json['code']).toBe('method_not_allowed');
  expect(answer.headers['allow']).toBe(allow);
});

test('HEAD is GET without the body', async () => {
  const head = await exchangeHead(`/api/v1/things/${id}`);
  const get = await ask('GET', `/api/v1/things/${id}`);
  expect(head).toContain('HTTP/1.1 200');
  expect(head.toLowerCase()).toContain(`content-length: ${get.headers['content-length']}`);
  expect(head.endsWith('\r\n\r\n')).toBe(true);
  expect(await exchangeHead('/nowhere')).toMatch(/^HTTP\/1.1 404[^]*\r\n\r\n$/);
});

function exchangeHead(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(running.port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => (received += bytes.toString()));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
    socket.write(`HEAD ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  });
}

test.each([
  ['text/html', 406],
  ['image/png, text/plain', 406],
  ['application/json;q=0', 406],
  ['application/json;q=0.000, */*', 406],
  ['application/xml, */*;q=0', 406],
  ['', 200],
  ['*/*', 200],
  ['application/*', 200],
  ['text/html, application/json;q=0.1', 200],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 200],
  ['application/problem+json', 200],
  ['APPLICATION/JSON', 200],
])('Accept: %s is %d', async (accept, status) => {
  expect((await ask('GET', '/api/v1/things', { accept })).status).toBe(status);
});

test.each([
  ['text/plain', 415],
  ['application/xml', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/json; charset=iso-8859-9', 415],
  ['application/json-seq', 415],
  ['application/json; charset=utf-8', 201],
  ['Application/JSON;charset="UTF-8"', 201],
])('Content-Type: %s is %d', async (type, status) => {
  expect((await post('{"name":"a"}', { 'content-type': type })).status).toBe(status);
});

test('a body without a type, and an encoded one, is 415', async () => {
  expect((await post('{"name":"a"}', {})).status).toBe(415);
  expect((await post('{"name":"a"}', { ...json, 'content-encoding': 'gzip' })).status).toBe(415);
  expect((await post('{"name":"a"}', { ...json, 'content-encoding': 'identity' })).status).toBe(201);
});

test.each([
  ['nothing', ''],
  ['half an object', '{'],
  ['single quotes', "{'name':'a'}"],
  ['a trailing comma', '{"name":"a",}'],
  ['NaN', '{"name":NaN}'],
  ['a line break in a text', '{"name":"a\nb"}'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['a surrogate as UTF-8', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
  ['a member twice', '{"name":"a","name":"a"}'],
  ['a member twice below', '{"name":{"x":[{"y":1,"y":2}]}}'],
  ['a member twice by an escape', '{"name":"a","n\\u0061me":"b"}'],
  ['21 levels', `{"name":${'['.repeat(20)}${']'.repeat(20)}}`],
  ['a hundred thousand levels', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
])('%s is no JSON of ours', async (_, body) => {
  expect((await post(body)).json).toMatchObject({ status: 400, code: 'malformed_json' });
});

test('twenty levels, a byte order mark and colons in texts are welcome', async () => {
  const deep = `{"name":${'['.repeat(19)}${']'.repeat(19)}}`;
  expect((await post(deep)).json).toMatchObject({ code: 'validation_failed' });
  expect((await post(`\ufeff{"name":"a:\\":b"}`)).json).toMatchObject({ name: 'a:":b' });
});

test('every problem of a request is told at once, each under its place', async () => {
  const { json: told } = await ask('PUT', `/api/v1/things/${id}`, json, '{"nonsense":1,"a.b":1,"name":"12345678901"}');
  expect(told).toMatchObject({
    code: 'validation_failed',
    errors: {
      name: ['This may have at most 10 characters; it has 11.'],
      nonsense: ['This member is not known here; remove it.'],
      '["a.b"]': ['This member is not known here; remove it.'],
    },
  });
  const { json: query } = await ask('GET', '/api/v1/things?pageSize=abc&updatedFrom=x&cursor=');
  expect(Object.keys(query['errors'] as object).sort()).toEqual(['cursor', 'pageSize', 'updatedFrom']);
});

test('a body that is wrong comes before a record that is not there', async () => {
  expect((await ask('PUT', '/api/v1/things/nonsense', json, '{}')).json).toMatchObject({ code: 'validation_failed' });
  expect((await ask('PUT', '/api/v1/things/nonsense', json, '{"name":"a"}')).json).toMatchObject({ code: 'not_found' });
});

test('an idempotency key that is none has a code of its own', async () => {
  for (const key of ['', 'x'.repeat(201), 'a\tb', 'ü']) {
    const { json: told } = await post('{"name":"a"}', { ...json, 'idempotency-key': key });
    expect(told).toMatchObject({ status: 400, code: 'idempotency_key_invalid' });
    expect(told['errors']).toHaveProperty('Idempotency-Key');
  }
});

test('the fingerprint of a request is that of what it means', async () => {
  fingerprints.length = 0;
  await post('{"name":"a"}');
  await post(' { "name" : "\\u0061" } ');
  await post('{"name":"b"}');
  expect(fingerprints[1]).toBe(fingerprints[0]);
  expect(fingerprints[2]).not.toBe(fingerprints[0]);
});

test('a body that says that it is too large is refused unread, and the caller gets the answer while still sending', async () => {
  const body = Buffer.alloc(1_048_577, 0x20);
  expect((await post(body)).json).toMatchObject({ status: 413, code: 'payload_too_large' });
  const [head = ''] = request('POST', '/api/v1/things', { ...json, 'content-length': '99999999' });
  expect((await exchangeBytes(head)).status).toBe(413);
});

test('a body in chunks that becomes too large is refused, and the connection lives on', async () => {
  const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
  const head = `POST /api/v1/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  expect((await exchangeBytes(head, ...Array.from({ length: 20 }, () => chunk), '0\r\n\r\n')).status).toBe(413);
  const both = await exchangeAll([
    head,
    chunk.repeat(20),
    '0\r\n\r\n',
    ...request('GET', '/api/v1/things', { connection: 'close' }),
  ]);
  expect(both.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

function exchangeAll(pieces: (string | Uint8Array)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(running.port, '127.0.0.1');
    let received = '';
    socket.on('data', (bytes) => (received += bytes.toString()));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
    pieces.forEach((piece) => socket.write(piece));
  });
}

test('a caller that never stops sending is cut off', async () => {
  const head = `POST /api/v1/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n`;
  const pieces = [head, ...Array.from({ length: 40 }, () => Buffer.alloc(1_048_576, 0x20))];
  const received = await exchangeAll(pieces).catch((error: unknown) => String(error));
  expect(received).toMatch(/413|EPIPE|ECONNRESET/);
});

test('a body of exactly the limit is read', async () => {
  const body = `{"name":"a"${' '.repeat(1_048_576 - 12)}}`;
  expect(body.length).toBe(1_048_576);
  expect((await post(body)).status).toBe(201);
});

test('nobody is told to send a body before the guards have looked', async () => {
  const head = `POST /api/v1/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 12\r\nexpect: 100-continue\r\n`;
  const refused = await exchangeAll([`${head}x-refuse: token_missing\r\n\r\n`]);
  expect(refused).toMatch(/^HTTP\/1.1 401/);
  const passed = await exchangeBytes(`${head}\r\n`, '{"name":"a"}');
  expect(passed.status).toBe(201);
});

test('guards come before Accept, media type, size and body, and what they set goes with the refusal', async () => {
  const headers = { 'x-refuse': 'rate_limited', accept: 'image/png', 'content-type': 'text/plain' };
  const answer = await ask('POST', '/api/v1/things', headers, 'nonsense');
  expect(answer.json).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(answer.headers['ratelimit']).toBe('"business";r=1;t=60');
});

test.each([
  ['token_missing', 'Bearer'],
  ['token_expired', 'Bearer error="invalid_token"'],
  ['client_disabled', 'Bearer error="invalid_token"'],
  ['insufficient_scope', 'Bearer error="insufficient_scope", scope="things.write"'],
])('%s carries its challenge', async (code, challenge) => {
  const answer = await ask('GET', '/api/v1/things', { 'x-refuse': code });
  expect(answer.headers['www-authenticate']).toBe(challenge);
});

test('a caller who knows the record already gets 304 without a body', async () => {
  for (const tag of ['"1"', 'W/"1"', '"0", "1"', '*']) {
    const answer = await ask('GET', `/api/v1/things/${id}`, { 'if-none-match': tag });
    expect(answer).toMatchObject({ status: 304, text: '' });
    expect(answer.headers).toMatchObject({ etag: '"1"', 'cache-control': 'private, no-cache' });
  }
  expect((await ask('GET', `/api/v1/things/${id}`, { 'if-none-match': '"0"' })).json).toMatchObject({ name: 'ş' });
});

test('a delete has no body', async () => {
  expect(await ask('DELETE', `/api/v1/things/${id}`)).toMatchObject({ status: 204, text: '' });
});

test('a query is told of what is empty or repeated, and offset paging of the cursor', async () => {
  expect((await ask('GET', '/api/v1/things?pageSize=2&pageSize=2')).json['errors']).toHaveProperty('pageSize');
  expect((await ask('GET', '/api/v1/things?other=')).json['errors']).toHaveProperty('other');
  expect((await ask('GET', '/api/v1/things?other=1')).json).toEqual({ pageSize: 50, updatedFrom: null });
  for (const name of ['skip', 'take', 'offset', 'page']) {
    const { json: told } = await ask('GET', `/api/v1/things?pageSize=abc&${name}=1`);
    expect(told).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(told['detail']).toContain('cursor');
  }
});

test('a bug is told of by nothing but its trace, and logged once with its stack', async () => {
  const { json: told } = await ask('GET', '/api/v1/broken/bug');
  expect(told).toMatchObject({ status: 500, code: 'internal_error' });
  expect(JSON.stringify(told)).not.toContain('select');
  const logged = lines.filter((line) => line['traceId'] === told['traceId']);
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatchObject({
    level: 'error',
    error: { type: 'TypeError', message: 'select secret from table' },
  });
});

test('what is away for the moment is 503 with the seconds to wait', async () => {
  const answer = await ask('GET', '/api/v1/broken/unavailable');
  expect(answer.json).toMatchObject({ status: 503, code: 'service_unavailable' });
  expect(answer.headers['retry-after']).toBe('1');
});

test('in tests an answer or a code that the contract does not know is an error', async () => {
  expect((await ask('GET', '/api/v1/broken/undeclared')).status).toBe(500);
  expect((await ask('GET', '/api/v1/broken/body')).status).toBe(500);
});

test('a form comes as pairs, in order, repeated ones too', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
  const answer = await ask('POST', '/connect/form', headers, 'a=1&b=x+y%2Bz&a=2&c');
  expect(answer.json).toEqual({
    fields: [
      ['a', '1'],
      ['b', 'x y+z'],
      ['a', '2'],
      ['c', ''],
    ],
  });
  expect(answer.headers['cache-control']).toBe('no-store');
});

test.each([
  ['another type', json, '{}', 400, 'invalid_request', 'invalid_request'],
  ['a broken encoding', undefined, 'a=%zz', 400, 'invalid_request', 'invalid_request'],
  ['a NUL', undefined, 'a=%00', 400, 'invalid_request', 'invalid_request'],
  ['too many fields', undefined, 'a=1&'.repeat(21), 400, 'invalid_request', 'invalid_request'],
  ['too much', undefined, `a=${'x'.repeat(16_384)}`, 413, 'payload_too_large', 'invalid_request'],
  ['a refused client', undefined, 'wrong=1', 401, 'invalid_client', 'invalid_client'],
])('%s in a form is an OAuth error', async (_, headers, body, status, code, error) => {
  const form = headers ?? { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await ask('POST', '/connect/form', form, body);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.json).toMatchObject({ status, code, error, type: 'about:blank', instance: '/connect/form' });
  expect(answer.json['error_description']).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
});

test('a refused client gets a challenge where it tried by header', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Basic eDp5' };
  expect((await ask('POST', '/connect/form', headers, 'wrong=1')).headers['www-authenticate']).toBe(
    'Basic realm="token"',
  );
});
