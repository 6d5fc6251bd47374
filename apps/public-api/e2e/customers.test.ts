import { beforeAll, describe, expect, test } from 'vitest';
import { changes, listedIds, newCustomer, putCustomer, watermark, type NewCustomer } from './customers.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { rawJson } from './raw.ts';
import { expectDone, newName, newTenant, operator, type TestClient, type TestTenant } from './tenant.ts';

const missingId = '01890000-0000-7000-8000-000000000000';
const path = '/api/v1/customers';
let tenant: TestTenant;
let client: TestClient;
beforeAll(async () => {
  tenant = await newTenant();
  client = await tenant.client();
});

function fullBody(): NewCustomer {
  return {
    code: newName('Code').slice(-50),
    name: newName(),
    customerType: 'supplier',
    email: 'info@example.test',
    phone: '+90 212 000 00 00',
    website: 'https://example.test/path',
    taxNumber: '1234567890',
    taxOffice: 'Beyoğlu',
    industry: 'Trade',
    currency: 'TRY',
    ownerUserId: tenant.ownerId,
    isActive: false,
    address: {
      line1: 'Line 1',
      line2: 'Line 2',
      district: 'Kadıköy',
      city: 'İstanbul',
      state: 'Marmara',
      postalCode: '34000',
      countryCode: 'TR',
    },
    description: 'Described',
    externalId: newName('external'),
  };
}

describe('create and get', () => {
  test('every writable member comes back as it was sent, from create, get, get by external id and list', async () => {
    const body = fullBody();
    const since = await watermark(client);
    const answer = await client.createCustomer({ body });
    const made = expectDone(answer, 201);
    expect(made).toMatchObject(body);
    expect(made.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made.createdOnUtc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(made.lastModifiedOnUtc).toBe(made.createdOnUtc);
    expect(answer.headers.get('location')).toBe(`${path}/${made.id}`);
    const byId = await client.getCustomer({ params: { id: made.id } });
    const byExternalId = await client.getCustomerByExternalId({ params: { externalId: made.externalId ?? '' } });
    expect(expectDone(byId, 200)).toEqual(made);
    expect(expectDone(byExternalId, 200)).toEqual(made);
    const list = expectDone(await client.listCustomers({ query: { updatedFrom: since } }), 200);
    expect(list.data).toEqual([made]);
    expect([answer, byId, byExternalId].map(({ headers }) => headers.get('etag'))).toEqual(
      Array(3).fill(expect.stringMatching(/^"[^"]+"$/)),
    );
    expect(new Set([answer, byId, byExternalId].map(({ headers }) => headers.get('etag'))).size).toBe(1);
  });

  test('a member that was not sent is null or its default, and the owner is the acting user', async () => {
    const made = await newCustomer(client, { name: 'Least' });
    expect(made).toEqual({
      id: made.id,
      code: made.code,
      name: 'Least',
      customerType: 'customer',
      email: null,
      phone: null,
      website: null,
      taxNumber: null,
      taxOffice: null,
      industry: null,
      currency: null,
      customerGroupId: null,
      ownerUserId: tenant.ownerId,
      isActive: true,
      address: null,
      description: null,
      externalId: null,
      customFields: [],
      createdOnUtc: made.createdOnUtc,
      lastModifiedOnUtc: made.lastModifiedOnUtc,
    });
  });

  test('texts are trimmed and normalised, and any other text comes back letter by letter', async () => {
    const odd = 'ğüşıöç ß 漢字 \u{1f600} \u202e <b>&amp;</b> \'; drop table x; -- \\ " / \u2028 {{7*7}} ${x} %s';
    const made = await newCustomer(client, { name: '  Cafe\u0301 ', description: `${odd} \t`, phone: '   ' });
    const read = expectDone(await client.getCustomer({ params: { id: made.id } }), 200);
    expect(read).toMatchObject({ name: 'Caf\u00e9', description: odd, phone: null });
  });

  test('read-only members of a body are accepted and ignored', async () => {
    const readOnly = { id: missingId, createdOnUtc: '2001-01-01T00:00:00Z', lastModifiedOnUtc: 'whenever' };
    const sent = { name: newName(), ...readOnly };
    const made = expectDone(await client.createCustomer({ body: sent }), 201);
    expect(made.id).not.toBe(missingId);
    const put = expectDone(await client.updateCustomer({ params: { id: made.id }, body: sent }), 200);
    expect(put).toEqual(made);
  });

  test('get, update and delete of an id that no record has, or that is no id, are 404', async () => {
    for (const id of [missingId, '1', 'undefined', "' or 1=1--", '\u0000', `${missingId}0`]) {
      const params = { id };
      expectProblem(await client.getCustomer({ params }), 404, 'not_found');
      expectProblem(await client.updateCustomer({ params, body: { name: 'x' } }), 404, 'not_found');
      expectProblem(await client.deleteCustomer({ params }), 404, 'not_found');
    }
  });
});

describe('codes', () => {
  test('a generated code is C- and at least six digits, and skips codes that callers took', async () => {
    const own = await (await newTenant()).client();
    const first = await newCustomer(own);
    expect(first.code).toMatch(/^C-\d{6,}$/);
    const next = `C-${String(Number(first.code.slice(2)) + 1).padStart(6, '0')}`;
    await newCustomer(own, { code: next.toLowerCase() });
    const after = await newCustomer(own);
    expect(after.code).toMatch(/^C-\d{6,}$/);
    expect([first.code, next]).not.toContain(after.code);
  });

  test('a taken code is 409 code_conflict in any case of letters, and is free again after the delete', async () => {
    const code = newName('Code').slice(-50);
    const holder = await newCustomer(client, { code });
    const other = await newCustomer(client);
    const params = { id: other.id };
    const answers = [
      await client.createCustomer({ body: { name: 'x', code } }),
      await client.createCustomer({ body: { name: 'x', code: code.toUpperCase() } }),
      await client.updateCustomer({ params, body: { name: 'x', code: code.toLowerCase() } }),
    ];
    for (const answer of answers) {
      expect(expectProblem(answer, 409, 'code_conflict').detail).toContain(holder.id);
    }
    expect(expectDone(await client.getCustomer({ params }), 200)).toEqual(other);
    expect((await putCustomer(client, holder, { code: code.toUpperCase() })).code).toBe(code.toUpperCase());
    expectDone(await client.deleteCustomer({ params: { id: holder.id } }), 204);
    expect((await putCustomer(client, other, { code })).code).toBe(code);
  });

  test('of many creates with the same code at the same time exactly one gets through', async () => {
    const code = newName('Code').slice(-50);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        client.on(index % 2).createCustomer({ body: { name: newName(), code } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(11).fill(409)]);
  });
});

describe('full update', () => {
  test('an update gives omitted members their default or null, and keeps code, owner, external id and custom fields', async () => {
    const made = await newCustomer(client, fullBody());
    const put = expectDone(await client.updateCustomer({ params: { id: made.id }, body: { name: 'Replaced' } }), 200);
    expect(put).toEqual({
      ...made,
      name: 'Replaced',
      customerType: 'customer',
      isActive: true,
      email: null,
      phone: null,
      website: null,
      taxNumber: null,
      taxOffice: null,
      industry: null,
      currency: null,
      address: null,
      description: null,
      lastModifiedOnUtc: put.lastModifiedOnUtc,
    });
    expect(put.lastModifiedOnUtc > made.lastModifiedOnUtc).toBe(true);
    expect(expectDone(await client.getCustomer({ params: { id: made.id } }), 200)).toEqual(put);
  });

  test('an update with the body of a GET changes nothing, and leaves version, time and feed as they are', async () => {
    const made = await newCustomer(client, fullBody());
    const before = await client.getCustomer({ params: { id: made.id } });
    const since = await watermark(client);
    const again = await client.updateCustomer({ params: { id: made.id }, body: expectDone(before, 200) });
    expect(expectDone(again, 200)).toEqual(made);
    expect(again.headers.get('etag')).toBe(before.headers.get('etag'));
    expect(await changes(client, { updatedFrom: since }, made.id)).toEqual([]);
    expect(await watermark(client)).toBe(since);
  });

  test('an update with null for code or owner keeps them', async () => {
    const made = await newCustomer(client, fullBody());
    expect(await putCustomer(client, made, { code: null, ownerUserId: null })).toEqual(made);
  });

  test('a refused update leaves the record and the feed as they are', async () => {
    const made = await newCustomer(client, fullBody());
    const since = await watermark(client);
    const params = { id: made.id };
    expectErrors(await client.updateCustomer({ params, body: { name: ' ' } }), 'name');
    const stale = await client.updateCustomer({ params, body: { name: 'x' }, headers: { 'if-match': '"0"' } });
    expectProblem(stale, 409, 'concurrency_conflict');
    expect(expectDone(await client.getCustomer({ params }), 200)).toEqual(made);
    expect(await changes(client, { updatedFrom: since }, made.id)).toEqual([]);
  });
});

test('get, update and delete of a deleted record are 404, and the list does not have it', async () => {
  const since = await watermark(client);
  const made = await newCustomer(client);
  const params = { id: made.id };
  const deleted = await client.deleteCustomer({ params });
  expect(expectDone(deleted, 204)).toBeUndefined();
  expectProblem(await client.getCustomer({ params }), 404, 'not_found');
  expectProblem(await client.updateCustomer({ params, body: { name: 'x' } }), 404, 'not_found');
  expectProblem(await client.deleteCustomer({ params }), 404, 'not_found');
  expect(await listedIds(client, { updatedFrom: since })).toEqual([]);
});

describe('conditions', () => {
  test('a write with If-Match of the current ETag passes, and one with an older ETag is 409 and changes nothing', async () => {
    const made = await client.createCustomer({ body: { name: newName() } });
    const params = { id: expectDone(made, 201).id };
    const old = { 'if-match': made.headers.get('etag') ?? '' };
    const second = await client.updateCustomer({ params, body: { name: 'Second' }, headers: old });
    expectDone(second, 200);
    const late = await client.updateCustomer({ params, body: { name: 'Third' }, headers: old });
    expectProblem(late, 409, 'concurrency_conflict');
    expectProblem(await client.deleteCustomer({ params, headers: old }), 409, 'concurrency_conflict');
    const current = await client.getCustomer({ params });
    expect(expectDone(current, 200).name).toBe('Second');
    expect(current.headers.get('etag')).toBe(second.headers.get('etag'));
    const weak = { 'if-match': `W/${second.headers.get('etag')}` };
    expectProblem(await client.deleteCustomer({ params, headers: weak }), 409, 'concurrency_conflict');
    for (const untagged of ['1', 'nonsense', '"']) {
      expectErrors(await client.deleteCustomer({ params, headers: { 'if-match': untagged } }), 'If-Match');
    }
    const gone = await client.deleteCustomer({ params, headers: { 'if-match': second.headers.get('etag') ?? '' } });
    expectDone(gone, 204);
  });

  test('If-Match compares versions, so a client that sees another external id may send the ETag that it read', async () => {
    const made = await newCustomer(client, { externalId: newName('external') });
    const other = await tenant.client();
    const params = { id: made.id };
    const seen = await other.getCustomer({ params });
    expect(seen.headers.get('etag')).not.toBe((await client.getCustomer({ params })).headers.get('etag'));
    const headers = { 'if-match': seen.headers.get('etag') ?? '' };
    expectDone(await client.updateCustomer({ params, body: { name: 'Changed' }, headers }), 200);
  });

  test('a get with If-None-Match of the current ETag is 304 without a body, and one with an older ETag is 200', async () => {
    const made = await client.createCustomer({ body: { name: newName(), externalId: newName('external') } });
    const { id, externalId } = expectDone(made, 201);
    const etag = made.headers.get('etag') ?? '';
    for (const tag of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const headers = { 'if-none-match': tag };
      const answer = await client.getCustomer({ params: { id }, headers });
      expect({ status: answer.status, body: answer.body, etag: answer.headers.get('etag') }).toEqual({
        status: 304,
        body: undefined,
        etag,
      });
      const byExternalId = await client.getCustomerByExternalId({ params: { externalId: externalId ?? '' }, headers });
      expect(byExternalId.status).toBe(304);
    }
    expectDone(await client.updateCustomer({ params: { id }, body: { name: 'Changed' } }), 200);
    const answer = await client.getCustomer({ params: { id }, headers: { 'if-none-match': etag } });
    expect(expectDone(answer, 200).name).toBe('Changed');
  });

  test('of many updates with the same ETag at the same time exactly one gets through', async () => {
    const made = await client.createCustomer({ body: { name: newName() } });
    const params = { id: expectDone(made, 201).id };
    const headers = { 'if-match': made.headers.get('etag') ?? '' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        client.on(index % 2).updateCustomer({ params, headers, body: { name: `Writer ${index}` } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
  });
});

describe('references', () => {
  test('an owner who is no active user of the tenant and a missing group are refused at once', async () => {
    const stranger = (await newTenant()).ownerId;
    for (const ownerUserId of [missingId, stranger]) {
      const body = { name: 'x', ownerUserId, customerGroupId: missingId };
      expectErrors(await client.createCustomer({ body }), 'ownerUserId', 'customerGroupId');
    }
  });

  test('a disabled owner cannot be given a record, and keeps the records that it has', async () => {
    const userId = await tenant.user();
    const params = { tenantId: tenant.id, userId };
    const theirs = await newCustomer(client, { ownerUserId: userId });
    const mine = await newCustomer(client);
    expectDone(await operator.disableUser({ params }), 200);
    const body = { name: 'x', ownerUserId: userId };
    expectErrors(await client.createCustomer({ body }), 'ownerUserId');
    expectErrors(await client.updateCustomer({ params: { id: mine.id }, body }), 'ownerUserId');
    expect((await putCustomer(client, theirs, { description: 'Changed' })).ownerUserId).toBe(userId);
    expectDone(await operator.enableUser({ params }), 200);
    expect((await putCustomer(client, mine, { ownerUserId: userId })).ownerUserId).toBe(userId);
  });

  test('references are checked after the members of the body, and after the record itself', async () => {
    const body = { name: '', ownerUserId: missingId };
    expectErrors(await client.createCustomer({ body }), 'name');
    const missing = await client.updateCustomer({ params: { id: missingId }, body: { ...body, name: 'x' } });
    expectProblem(missing, 404, 'not_found');
  });
});

describe('refused bodies', () => {
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
});
