import { expect, test } from 'vitest';
import { newCustomer } from './customers.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { rawJson } from './raw.ts';
import { newTenant } from './tenant.ts';

const path = '/api/v1/customers';
const client = await (await newTenant()).client();

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

test('a byte order mark is skipped, and a charset of UTF-8 is taken', async () => {
  const marked = new Uint8Array([0xef, 0xbb, 0xbf, ...Buffer.from('{"name": "Marked"}')]);
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  expect((await rawJson('POST', path, client.token, marked, headers)).status).toBe(201);
});

test('a body of 1,048,576 bytes is read, and a body with a byte more is 413', async () => {
  const body = (bytes: number): string => `{"name": "x"${' '.repeat(bytes - 13)}}`;
  expect((await rawJson('POST', path, client.token, body(1_048_576))).status).toBe(201);
  expectProblem(await rawJson('POST', path, client.token, body(1_048_577)), 413, 'payload_too_large');
});
