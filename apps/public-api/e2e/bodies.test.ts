import { beforeAll, expect, test } from 'vitest';
import { newCustomer } from './customers.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { rawJson } from './raw.ts';
import { newTenant, type TestClient } from './tenant.ts';

const path = '/api/v1/customers';
let client: TestClient;
beforeAll(async () => {
  client = await (await newTenant()).client();
});

test('every problem of a body is reported at once, at its JSON path', async () => {
  const wrong = {
    name: '  ',
    code: 'x'.repeat(51),
    customerType: 'Customer',
    email: 'no address',
    phone: 5,
    website: 'ftp://example.test',
    currency: 'try',
    customerGroupId: 'x',
    ownerUserId: 'x',
    isActive: 'true',
    address: { countryCode: 'Turkey', planet: 'Earth' },
    description: 'ş'.repeat(4_001),
    externalId: 'a\u0000b',
    customFields: [
      { key: 'unknown', value: 'x' },
      { key: 'unknown', value: 'x' },
    ],
    nonsense: 1,
  };
  const paths = [
    ...Object.keys(wrong).filter((name) => !['address', 'customFields'].includes(name)),
    'address.countryCode',
    'address.planet',
    'customFields[0].key',
    'customFields[1].key',
  ];
  expectErrors(await rawJson('POST', path, client.token, JSON.stringify(wrong)), ...paths);
  const { id } = await newCustomer(client);
  expectErrors(await rawJson('PUT', `${path}/${id}`, client.token, JSON.stringify(wrong)), ...paths);
});

test('the length of a text counts code points after trimming', async () => {
  const longest = '\u{1f600}'.repeat(200);
  expect((await newCustomer(client, { name: `  ${longest}  ` })).name).toBe(longest);
  expectErrors(await client.createCustomer({ body: { name: `${longest}x` } }), 'name');
});

test.each([
  ['a lone surrogate', '{"name": "a\\ud800b"}', 'validation_failed'],
  ['no JSON', '{"name": "x",}', 'malformed_json'],
  ['no text', '', 'malformed_json'],
  ['a member twice', '{"name": "x", "name": "y"}', 'malformed_json'],
  ['too many levels', `{"name": ${'['.repeat(21)}${']'.repeat(21)}}`, 'malformed_json'],
  ['no object', '[]', 'validation_failed'],
  ['null', 'null', 'validation_failed'],
])('a body with %s is a 400', async (_, body, code) => {
  expectProblem(await rawJson('POST', path, client.token, body), 400, code);
});

test('a body that is not UTF-8 is 400 malformed_json, and a byte order mark is skipped', async () => {
  const broken = new Uint8Array([...Buffer.from('{"name": "a'), 0xff, ...Buffer.from('"}')]);
  expectProblem(await rawJson('POST', path, client.token, broken), 400, 'malformed_json');
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('{"name": "Marked"}')]);
  expect((await rawJson('POST', path, client.token, marked)).status).toBe(201);
});

test('a body with an encoding or another media type is 415, and a charset of UTF-8 is taken', async () => {
  const post = (headers: Record<string, string>) => rawJson('POST', path, client.token, '{"name": "x"}', headers);
  expectProblem(await post({ 'content-encoding': 'gzip' }), 415, 'unsupported_media_type');
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x']) {
    expectProblem(await post({ 'content-type': type }), 415, 'unsupported_media_type');
  }
  expect((await post({ 'content-type': 'application/json; charset=utf-8' })).status).toBe(201);
});

test('a body of 1,048,576 bytes is read, and a body with a byte more is 413', async () => {
  const body = (bytes: number): string => `{"name": "x"${' '.repeat(bytes - 13)}}`;
  expect((await rawJson('POST', path, client.token, body(1_048_576))).status).toBe(201);
  expectProblem(await rawJson('POST', path, client.token, body(1_048_577)), 413, 'payload_too_large');
});
