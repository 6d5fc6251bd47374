import { afterAll, beforeAll, expect, test } from 'vitest';
import { thingId } from '../testing/thing-contract.ts';
import { jsonType, requestPieces, ThingService } from '../testing/thing-service.ts';

const things = new ThingService();

beforeAll(() => things.start());

afterAll(() => things.stop());

test('known parameters that are empty, and repeated ones, are refused, and offset paging with the advice to use the cursor', async () => {
  expect((await things.ask('GET', '/api/v1/things?pageSize=2&pageSize=2')).json['errors']).toHaveProperty('pageSize');
  expect((await things.ask('GET', '/api/v1/things?pageSize=')).json['errors']).toHaveProperty('pageSize');
  expect((await things.ask('GET', '/api/v1/things?other=')).json).toEqual({ pageSize: 50, updatedFrom: null });
  for (const name of ['skip', 'take', 'offset', 'page']) {
    const { json: problem } = await things.ask('GET', `/api/v1/things?pageSize=abc&${name}=1`);
    expect(problem).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(problem['detail']).toContain('cursor');
  }
});

test.each([
  ['text/plain', 415],
  ['application/xml', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/json; charset=iso-8859-9', 415],
  ['application/json-seq', 415],
  ['application/json; charset=utf-8', 201],
  ['Application/JSON;charset="UTF-8"', 201],
])('a body with Content-Type: %s gets %d', async (type, status) => {
  expect((await things.post('{"name":"a"}', { 'content-type': type })).status).toBe(status);
});

test('a body without a media type or with an encoding gets 415', async () => {
  expect((await things.post('{"name":"a"}', {})).status).toBe(415);
  expect((await things.post('{"name":"a"}', { ...jsonType, 'content-encoding': 'gzip' })).status).toBe(415);
  expect((await things.post('{"name":"a"}', { ...jsonType, 'content-encoding': 'identity' })).status).toBe(201);
});

test.each([
  ['no text', ''],
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
])('a body with %s is refused as malformed JSON', async (_, body) => {
  expect((await things.post(body)).json).toMatchObject({ status: 400, code: 'malformed_json' });
});

test('a body with twenty levels, a byte order mark or colons in texts is read', async () => {
  const deep = `{"name":${'['.repeat(19)}${']'.repeat(19)}}`;
  expect((await things.post(deep)).json).toMatchObject({ code: 'validation_failed' });
  expect((await things.post(`\ufeff{"name":"a:\\":b"}`)).json).toMatchObject({ name: 'a:":b' });
});

test('every problem of a request is reported at once, each at its place', async () => {
  const { json: problem } = await things.ask(
    'PUT',
    `/api/v1/things/${thingId}`,
    jsonType,
    '{"nonsense":1,"a.b":1,"name":"12345678901"}',
  );
  expect(problem).toMatchObject({
    code: 'validation_failed',
    errors: {
      name: ['This may have at most 10 characters; it has 11.'],
      nonsense: ['This member is not known here; remove it.'],
      '["a.b"]': ['This member is not known here; remove it.'],
    },
  });
  const { json: query } = await things.ask('GET', '/api/v1/things?pageSize=abc&updatedFrom=x&cursor=');
  expect(Object.keys(query['errors'] as object).sort()).toEqual(['cursor', 'pageSize', 'updatedFrom']);
});

test('a wrong body is refused before a record that is not there', async () => {
  expect((await things.ask('PUT', '/api/v1/things/nonsense', jsonType, '{}')).json).toMatchObject({
    code: 'validation_failed',
  });
  expect((await things.ask('PUT', '/api/v1/things/nonsense', jsonType, '{"name":"a"}')).json).toMatchObject({
    code: 'not_found',
  });
});

test('an invalid idempotency key has an error code of its own', async () => {
  for (const key of ['', 'x'.repeat(201), 'a\tb', 'ü']) {
    const { json: problem } = await things.post('{"name":"a"}', { ...jsonType, 'idempotency-key': key });
    expect(problem).toMatchObject({ status: 400, code: 'idempotency_key_invalid' });
    expect(problem['errors']).toHaveProperty('Idempotency-Key');
  }
});

test('two spellings of a body have the same fingerprint, and another value has another', async () => {
  things.fingerprints.length = 0;
  await things.post('{"name":"a"}');
  await things.post(' { "name" : "\\u0061" } ');
  await things.post('{"name":"b"}');
  expect(things.fingerprints[1]).toBe(things.fingerprints[0]);
  expect(things.fingerprints[2]).not.toBe(things.fingerprints[0]);
});

test('a body whose declared length is too large is refused unread, and the caller gets the answer while it still sends', async () => {
  const body = Buffer.alloc(1_048_577, 0x20);
  expect((await things.post(body)).json).toMatchObject({ status: 413, code: 'payload_too_large' });
  const [head = ''] = requestPieces('POST', '/api/v1/things', { ...jsonType, 'content-length': '99999999' });
  expect((await things.exchange(head)).status).toBe(413);
});

test('a body in chunks that becomes too large is refused, and its connection takes the next request', async () => {
  const chunk = `${(65_536).toString(16)}\r\n${' '.repeat(65_536)}\r\n`;
  const head = `POST /api/v1/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
  expect((await things.exchange(head, ...Array.from({ length: 20 }, () => chunk), '0\r\n\r\n')).status).toBe(413);
  const both = await things.exchangeAll(
    ...[head, chunk.repeat(20), '0\r\n\r\n', ...requestPieces('GET', '/api/v1/things', { connection: 'close' })],
  );
  expect(both.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200']);
});

test('the connection of a caller that never stops sending is cut off', async () => {
  const head = `POST /api/v1/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n`;
  const pieces = [head, ...Array.from({ length: 40 }, () => Buffer.alloc(1_048_576, 0x20))];
  const received = await things.exchangeAll(...pieces).catch((error: unknown) => String(error));
  expect(received).toMatch(/413|EPIPE|ECONNRESET/);
});

test('a body of exactly the largest size is read', async () => {
  const body = `{"name":"a"${' '.repeat(1_048_576 - 12)}}`;
  expect(body.length).toBe(1_048_576);
  expect((await things.post(body)).status).toBe(201);
});

test('a caller gets leave to send its body only when the guards have passed', async () => {
  const head = `POST /api/v1/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 12\r\nexpect: 100-continue\r\n`;
  const refused = await things.exchangeAll(`${head}x-refuse: token_missing\r\n\r\n`);
  expect(refused).toMatch(/^HTTP\/1.1 401/);
  const passed = await things.exchange(`${head}\r\n`, '{"name":"a"}');
  expect(passed.status).toBe(201);
});

test('guards are asked again where the body was not there when they had passed, and only there', async () => {
  things.askedAgain.length = 0;
  const pieces = requestPieces('POST', '/api/v1/things', jsonType, '{"name":"a"}');
  expect((await things.exchange(pieces.join(''))).status).toBe(201);
  expect(things.askedAgain).toEqual([]);
  expect(await things.postBehindGuards('{"name":"a"}')).toBe(201);
  expect(things.askedAgain).toEqual(['/api/v1/things']);
});

test('what the guards refuse behind a body is refused for that, whatever the body holds', async () => {
  for (const body of ['{"name":"a"}', '{']) {
    expect(await things.postBehindGuards(body, { 'x-refuse-behind-body': 'token_invalid' })).toBe(401);
  }
});
