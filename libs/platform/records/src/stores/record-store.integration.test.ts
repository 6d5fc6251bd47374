import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { databasesOfFile } from '@rapport/database/testing';
import { putMember } from '../people/put-member.ts';
import { addressOf, type Customer } from '../testing/customers.ts';
import { codeOf, refusalOf } from '../testing/refusals.ts';
import { createTestTenant } from '../testing/tenant.ts';

const databases = await databasesOfFile();

const database = databases.connect('rapport_public_api');
const tenant = await createTestTenant(databases, database);

function parsed({ body }: { body: string }): Customer {
  return JSON.parse(body) as Customer;
}

const fingerprint = Buffer.from('one request');

test('a record is created with its defaults, a code of its own, the caller as its owner and one time for all', async () => {
  const caller = tenant.caller();
  const answer = await tenant.customers.create(caller, { name: 'Ada "Lovelace"\n', externalId: 'x-1' });
  const record = parsed(answer);
  expect(record).toMatchObject({
    code: 'C-000001',
    name: 'Ada "Lovelace"\n',
    customerType: 'customer',
    email: null,
    ownerUserId: caller.actor.userId,
    isActive: true,
    address: null,
    externalId: 'x-1',
    customFields: [],
    lastModifiedOnUtc: record.createdOnUtc,
  });
  expect(record.createdOnUtc).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(answer).toMatchObject({ status: 201, location: `/api/v1/customers/${record.id}`, replayed: false });
  expect(await tenant.customers.get(caller, record.id)).toMatchObject({ body: answer.body, etag: answer.etag });
  expect(await tenant.customers.getByExternalId(caller, 'x-1')).toMatchObject({ body: answer.body, etag: answer.etag });
});

test('a record that is not there or not visible is not found, nor is a text that is no id', async () => {
  const { customers } = tenant;
  const own = tenant.caller({ scope: 'own', userId: await tenant.user() });
  const other = parsed(await customers.create(tenant.caller(), { name: 'of another user' }));
  for (const id of [newId(), 'nonsense', other.id]) {
    expect(await codeOf(customers.get(own, id))).toBe('not_found');
    expect(await codeOf(customers.update(own, id, { name: 'x' }, '"7"'))).toBe('not_found');
    expect(await codeOf(customers.delete(own, id, '"7"'))).toBe('not_found');
  }
  expect(await codeOf(customers.getByExternalId(own, 'nobody'))).toBe('not_found');
});

test('an update keeps code, owner and external id where it says nothing, and resets the rest', async () => {
  const caller = tenant.caller();
  const before = parsed(await tenant.customers.create(caller, { name: 'a', email: 'a@b.c', externalId: 'kept' }));
  const answer = await tenant.customers.update(caller, before.id, { name: 'b' });
  const after = parsed(answer);
  expect(after).toMatchObject({
    name: 'b',
    email: null,
    code: before.code,
    ownerUserId: before.ownerUserId,
    externalId: 'kept',
  });
  expect(after.lastModifiedOnUtc > before.lastModifiedOnUtc).toBe(true);
  expect(await tenant.customers.get(caller, before.id)).toMatchObject({ body: answer.body, etag: answer.etag });
});

test('an update that changes nothing leaves version, time and feed alone', async () => {
  const caller = tenant.caller();
  const created = await tenant.customers.create(caller, { name: 'a', address: addressOf('x') });
  const { id } = parsed(created);
  const before = await tenant.customers.changes(caller, { pageSize: 200 });
  const same = await tenant.customers.update(caller, id, { name: 'a', address: addressOf('x') });
  expect(same).toMatchObject({ body: created.body, etag: created.etag });
  expect(await tenant.customers.changes(caller, { pageSize: 200 })).toBe(before);
});

test('If-Match accepts the version, a list with it and *, and anything else is a conflict with the ETag', async () => {
  const caller = tenant.caller();
  const { etag, body } = await tenant.customers.create(caller, { name: 'a', externalId: 'tagged' });
  const { id } = JSON.parse(body) as Customer;
  expect(etag).toMatch(/^"1-[\w-]{8}"$/);
  for (const ifMatch of ['"2"', 'W/"1"', 'nonsense', '1', '"1', '']) {
    const error = await refusalOf(tenant.customers.update(caller, id, { name: 'b' }, ifMatch));
    expect([error.code, error.headers]).toEqual(['concurrency_conflict', { etag }]);
    expect(await codeOf(tenant.customers.delete(caller, id, ifMatch))).toBe('concurrency_conflict');
  }
  const second = await tenant.customers.update(caller, id, { name: 'b' }, '"9", "1"');
  const third = await tenant.customers.update(caller, id, { name: 'c' }, second.etag);
  expect(third.etag).toMatch(/^"3-/);
  await tenant.customers.delete(caller, id, '*');
  expect(await codeOf(tenant.customers.get(caller, id))).toBe('not_found');
});

test('an external id belongs to its client, does not change, and is free again after the delete', async () => {
  const { customers } = tenant;
  const [caller, other] = [tenant.caller(), tenant.caller()];
  const holder = parsed(await customers.create(caller, { name: 'a', externalId: 'one' }));
  const free = parsed(await customers.create(caller, { name: 'b' }));
  expect(parsed(await customers.get(other, holder.id)).externalId).toBeNull();
  const taken = await refusalOf(customers.create(caller, { name: 'c', externalId: 'one' }));
  expect([taken.code, taken.message.includes(holder.id)]).toEqual(['external_id_conflict', true]);
  expect(await codeOf(customers.update(caller, free.id, { name: 'b', externalId: 'one' }))).toBe(
    'external_id_conflict',
  );
  for (const externalId of [null, 'two']) {
    expect(await codeOf(customers.update(caller, holder.id, { name: 'a', externalId }))).toBe('external_id_immutable');
  }
  expect(parsed(await customers.update(other, holder.id, { name: 'a', externalId: 'one' })).externalId).toBe('one');
  await customers.delete(caller, holder.id);
  expect(await codeOf(customers.getByExternalId(caller, 'one'))).toBe('not_found');
  expect(parsed(await customers.update(caller, free.id, { name: 'b', externalId: 'one' })).externalId).toBe('one');
  expect(parsed(await customers.create(other, { name: 'd', externalId: 'one' })).externalId).toBe('one');
});

test('the holder of an external id is not named to a client that may not see it', async () => {
  const userId = await tenant.user();
  const all = tenant.caller();
  const own = { ...all, visibility: { scope: 'own', userId } as const };
  const holder = parsed(await tenant.customers.create(all, { name: 'a', externalId: 'hidden' }));
  const error = await refusalOf(tenant.customers.create(own, { name: 'b', externalId: 'hidden' }));
  expect([error.code, error.message.includes(holder.id)]).toEqual(['external_id_conflict', false]);
});

test('the holder of a code is named to callers that may see it alone', async () => {
  const fresh = await createTestTenant(databases, database);
  const all = fresh.caller();
  const ownerUserId = await fresh.user();
  const own = { ...all, visibility: { scope: 'own', userId: ownerUserId } as const };
  const holder = parsed(await fresh.customers.create(all, { name: 'a', code: 'held' }));
  const { id } = parsed(await fresh.customers.create(all, { name: 'b', ownerUserId }));
  for (const [caller, isNamed] of [[all, true] as const, [own, false] as const]) {
    const refusals = [
      await refusalOf(fresh.customers.create(caller, { name: 'c', code: 'HELD' })),
      ...(isNamed ? [] : [await refusalOf(fresh.customers.update(caller, id, { name: 'c', code: 'Held' }))]),
    ];
    for (const { code, message } of refusals) {
      expect([code, message.includes(holder.id)]).toEqual(['code_conflict', isNamed]);
    }
  }
});

test('a person is addressed, and a client is named', async () => {
  const client = tenant.caller();
  const person = { ...client, actor: { ...client.actor, clientId: null } };
  const wrong = { name: 'a', ownerUserId: newId() };
  for (const [caller, named, list] of [
    [client, 'or this client may not see it.', 'GET /api/v1/users lists'],
    [person, 'or you may not see it.', 'POST /api/v1/user/search lists'],
  ] as const) {
    expect((await refusalOf(tenant.customers.get(caller, newId()))).message).toContain(named);
    const { errors } = await refusalOf(tenant.customers.create(caller, wrong));
    expect(errors?.['ownerUserId']?.[0]).toContain(list);
  }
});

test('a code is unique in any case of its letters, is free again after the delete, and a generated code steps over it', async () => {
  const fresh = await createTestTenant(databases, database);
  const caller = fresh.caller();
  for (const chosen of ['c-000001', 'C-000002', 'C-000003']) {
    await fresh.customers.create(caller, { name: chosen, code: chosen });
  }
  const fourth = parsed(await fresh.customers.create(caller, { name: 'd' }));
  expect(fourth.code).toBe('C-000004');
  expect(await codeOf(fresh.customers.create(caller, { name: 'e', code: 'c-000004' }))).toBe('code_conflict');
  expect(await codeOf(fresh.customers.update(caller, fourth.id, { name: 'd', code: 'C-000001' }))).toBe(
    'code_conflict',
  );
  await fresh.customers.delete(caller, fourth.id);
  await fresh.customers.create(caller, { name: 'e', code: 'c-000004' });
});

test('wrong references are refused all together, after the 404 and before a conflict, and only where they are given or change', async () => {
  const { customers } = tenant;
  const caller = tenant.caller();
  const wrong = { name: 'a', ownerUserId: newId(), customerGroupId: newId() };
  const error = await refusalOf(customers.create(caller, wrong));
  expect([error.code, Object.keys(error.errors ?? {}).sort()]).toEqual([
    'validation_failed',
    ['customerGroupId', 'ownerUserId'],
  ]);
  const { id, ownerUserId } = parsed(await customers.create(caller, { name: 'a' }));
  expect(await codeOf(customers.update(caller, newId(), wrong))).toBe('not_found');
  expect(await codeOf(customers.update(caller, id, wrong, '"9"'))).toBe('validation_failed');
  expect(parsed(await customers.update(caller, id, { name: 'b', ownerUserId })).ownerUserId).toBe(ownerUserId);
});

test('the same request with the same key gets the same answer again, and another request with it is refused', async () => {
  const { customers } = tenant;
  const caller = tenant.caller();
  const key = { key: 'k', fingerprint };
  const first = await customers.create(caller, { name: 'a', externalId: 'keyed' }, key);
  expect(await customers.create(caller, { name: 'a', externalId: 'keyed' }, key)).toEqual({ ...first, replayed: true });
  await customers.delete(caller, parsed(first).id);
  expect(await customers.create(caller, { name: 'a', externalId: 'keyed' }, key)).toEqual({ ...first, replayed: true });
  const other = { key: 'k', fingerprint: Buffer.from('another') };
  expect(await codeOf(customers.create(caller, { name: 'b' }, other))).toBe('idempotency_key_reused');
  expect((await customers.create(tenant.caller(), { name: 'a' }, key)).replayed).toBe(false);
});

test('a stored answer comes before any refusal that rests on what is stored, and a refusal is not stored', async () => {
  const { customers } = tenant;
  const caller = tenant.caller();
  const owner = await tenant.user();
  const key = { key: 'k', fingerprint };
  const input = { name: 'a', code: 'chosen', ownerUserId: owner };
  const first = await customers.create(caller, input, key);
  const admin = databases.connect('rapport_subscription_service').tenant(caller.tenant);
  await putMember(caller, admin, { id: owner, name: 'A User', teamId: null, isActive: false, version: 2 });
  expect((await customers.create(caller, input, key)).body).toBe(first.body);
  const second = { key: 'other', fingerprint };
  expect(await codeOf(customers.create(caller, { name: 'b', code: 'chosen' }, second))).toBe('code_conflict');
  await customers.delete(caller, parsed(first).id);
  expect((await customers.create(caller, { name: 'b', code: 'chosen' }, second)).replayed).toBe(false);
});
