import { describe, expect, test } from 'vitest';
import { changes, listedIds, newCustomer, putCustomer, watermark, type NewCustomer } from './customers.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { expectDone, newName, newTenant, operator } from './tenant.ts';

const missingId = '01890000-0000-7000-8000-000000000000';
const tenant = await newTenant();
const client = await tenant.client();

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
    expect(answer.headers.get('location')).toBe(`/api/v1/customers/${made.id}`);
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
