import { afterAll, beforeAll, expect, test } from 'vitest';
import { thingId } from './testing/thing-contract.ts';
import { requestPieces, ThingService } from './testing/thing-service.ts';

const things = new ThingService();

beforeAll(() => things.start());

afterAll(() => things.stop());

function head(path: string, line = 'accept: */*'): Promise<string> {
  return things.exchangeAll(`HEAD ${path} HTTP/1.1\r\nhost: x\r\n${line}\r\nconnection: close\r\n\r\n`);
}

test('every answer has its trace, does not name its software, and is kept in no cache', async () => {
  for (const answer of [
    await things.ask('GET', `/api/v1/things`),
    await things.post('{"name":"a"}'),
    await things.ask('GET', '/nowhere'),
  ]) {
    expect(answer.headers['traceresponse']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(Object.keys(answer.headers)).not.toEqual(expect.arrayContaining(['x-powered-by']));
    expect(answer.headers['server']).toBeUndefined();
  }
});

test('a problem has all its members, and the trace of its header and of its log line', async () => {
  const { status, json, headers } = await things.ask('GET', `/api/v1/things/nonsense?x=1`);
  expect(status).toBe(404);
  expect(headers['content-type']).toBe('application/problem+json');
  expect(json).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'There is no such record. id: This must be a UUID.',
    instance: '/api/v1/things/nonsense',
    code: 'not_found',
    help: '/docs/errors/not_found',
    traceId: headers['traceresponse']?.split('-')[1],
  });
  expect(things.lines.find((line) => line['traceId'] === json['traceId'])).toMatchObject({
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

test('an address that is turned off leads nowhere, and says why', async () => {
  for (const method of ['GET', 'POST']) {
    expect(await things.ask(method, '/api/v1/closed')).toMatchObject({
      status: 404,
      json: { code: 'route_not_found', detail: 'This is turned off here.' },
    });
  }
});

test('the log line of a request has no query, and hides a part of the path that is as long as a credential', async () => {
  const { json } = await things.ask('GET', `/nowhere/rpt_live_${'a'.repeat(49)}/x?client_secret=b`);
  expect(things.lines.find((line) => line['traceId'] === json['traceId'])?.['path']).toBe('/nowhere/[hidden]/x');
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
])('the address %s leads nowhere', async (path) => {
  expect((await things.ask('GET', path)).json).toMatchObject({ status: 404, code: 'route_not_found' });
});

test.each(['undefined', '1', '%00', 'by-name', "'%20or%201=1--", `${thingId}0`])(
  'the id %s is no UUID, so it names no record',
  async (path) => {
    expect((await things.ask('GET', `/api/v1/things/${path}`)).json).toMatchObject({ status: 404, code: 'not_found' });
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
])('the parameter %s in a path is percent-decoded once', async (sent, name) => {
  expect((await things.ask('GET', `/api/v1/things/by-name/${sent}`)).json).toMatchObject({ name });
});

test.each([
  ['PATCH', `/api/v1/things/${thingId}`, 'GET, HEAD, PUT, DELETE'],
  ['OPTIONS', `/api/v1/things/${thingId}`, 'GET, HEAD, PUT, DELETE'],
  ['DELETE', '/api/v1/things', 'GET, HEAD, POST'],
  ['GET', '/connect/form', 'POST'],
])('the refusal of %s at %s names the methods of the address', async (method, path, allow) => {
  const answer = await things.ask(method, path);
  expect(answer.status).toBe(405);
  expect(answer.json['code']).toBe('method_not_allowed');
  expect(answer.headers['allow']).toBe(allow);
});

test('a caller that sends PATCH is told of PUT where the address knows it', async () => {
  const sentenceOf = async (path: string) => (await things.ask('PATCH', path)).json['detail'];
  expect(await sentenceOf(`/api/v1/things/${thingId}`)).toBe(
    'This address knows GET, HEAD, PUT, DELETE. There are no partial updates: read it, and send the whole of it by PUT.',
  );
  expect(await sentenceOf('/api/v1/things')).toBe('This address knows GET, HEAD, POST.');
});

test('the answer to HEAD is that to GET without the body', async () => {
  const headOnly = await head(`/api/v1/things/${thingId}`);
  const get = await things.ask('GET', `/api/v1/things/${thingId}`);
  expect(headOnly).toContain('HTTP/1.1 200');
  expect(headOnly.toLowerCase()).toContain(`content-length: ${get.headers['content-length']}`);
  expect(headOnly.endsWith('\r\n\r\n')).toBe(true);
  expect(await head('/nowhere')).toMatch(/^HTTP\/1.1 404[^]*\r\n\r\n$/);
});

test('a GET that changes something refuses HEAD before any guard, and no cache keeps its answer', async () => {
  const path = `/api/v1/thing/advance/${thingId}`;
  const refused = await head(path, 'x-refuse: rate_limited');
  expect(refused).toMatch(/^HTTP\/1.1 405/);
  expect(refused.toLowerCase()).toContain('allow: get\r\n');
  for (const headers of [{}, { 'if-none-match': '"1"' }]) {
    const answer = await things.ask('GET', path, headers);
    expect(answer).toMatchObject({ status: 200, json: { isSuccess: true, data: true } });
    expect(answer.headers['cache-control']).toBe('no-store');
  }
});

test.each([
  [{ 'content-type': 'application/json' }, '{"name": "a"}', 200, null],
  [{ 'content-type': 'Text/JSON; charset="UTF-8"' }, '{"name": "a"}', 200, null],
  [{ 'content-type': 'application/vnd.x+json' }, '{"name": "a"}', 200, null],
  [{ 'content-type': 'application/jsonp' }, '{"name": "a"}', 415, 'unsupported_media_type'],
  [{}, '{"name": "a"}', 415, 'unsupported_media_type'],
  [{}, '', 400, 'malformed_json'],
])('a wrapped operation with %j and the body %s answers %d', async (headers, body, status, errorCode) => {
  const answer = await things.ask('POST', '/api/v1/thing/name', headers, body);
  expect(answer).toMatchObject({ status, json: { errorCode } });
});

test.each([
  ['text/json', 'text/json; charset=utf-8'],
  ['text/plain', 'text/plain; charset=utf-8'],
  ['text/*', 'text/json; charset=utf-8'],
  ['text/plain;q=0.1, text/json', 'text/json; charset=utf-8'],
  ['application/json, text/plain, */*', 'application/json'],
  ['image/png', 'application/json'],
  ['application/json;q=0, image/*', 'application/json'],
])('a wrapped answer to Accept: %s is %s, and never a 406', async (accept, type) => {
  const headers = { 'content-type': 'application/json', accept };
  expect((await things.ask('POST', '/api/v1/thing/name', headers, '{"name": "a"}')).headers['content-type']).toBe(type);
  expect((await things.ask('POST', '/api/v1/thing/name', headers, '{')).headers['content-type']).toBe(type);
});

test('guards come before Accept, media type, size and body, and their headers go with the refusal', async () => {
  const headers = { 'x-refuse': 'rate_limited', accept: 'image/png', 'content-type': 'text/plain' };
  const answer = await things.ask('POST', '/api/v1/things', headers, 'nonsense');
  expect(answer.json).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(answer.headers['ratelimit']).toBe('"business";r=1;t=60');
});

test('an open route answers without a guard, with its own media type, and keeps every other rule', async () => {
  const page = await things.exchange(
    'GET /page HTTP/1.1\r\nhost: x\r\nx-refuse: rate_limited\r\naccept: text/html\r\n\r\n',
  );
  expect(page).toMatchObject({ status: 200 });
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  });
  expect(page.headers['ratelimit']).toBeUndefined();
  expect(page.text).toContain(page.headers['traceresponse']?.split('-')[1]);
  expect((await things.exchange(...requestPieces('GET', '/page', { 'if-none-match': '"1"' }))).status).toBe(304);
  expect((await things.ask('GET', '/page', { accept: 'application/json' })).json['code']).toBe('not_acceptable');
  const refused = await things.ask('DELETE', '/page');
  expect([refused.json['code'], refused.headers['allow']]).toEqual(['method_not_allowed', 'GET, HEAD']);
});

test('a guard finds the same record named as the handler, also in an address that can be read in two ways', async () => {
  const path = `/api/v1\\things\\${thingId}#/things/another`;
  const [name] = requestPieces('GET', path);
  const { status, text } = await things.exchange(name ?? '');
  expect([status, things.named.at(-1)]).toEqual([200, thingId]);
  expect(JSON.parse(text)).toMatchObject({ id: thingId });
});
