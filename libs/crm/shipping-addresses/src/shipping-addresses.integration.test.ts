import { customers, shippingAddresses } from '@rapport/crm-records';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, type RequestContext } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { RecordStore, RecordTransactions } from '@rapport/records';
import { beforeEach, expect, test } from 'vitest';
import { ShippingAddressService } from './shipping-address-service.ts';

const tenant = { id: newId(), number: 1, cell: 'cell' };
const place = { title: 'Depot', addressLine1: 'Moda Cd. 1', city: 'İstanbul', countryCode: 'TR' };

const databases = await databasesOfFile();
let context: RequestContext;
let customerId: string;

await databases.createTenant(tenant.number);
const database = databases.connect('rapport_application_api');
const needs = { database, all: [customers, shippingAddresses] };
const surface = {
  shows: ['id', 'customerId', 'title', 'city', 'isDefault', 'lastModifiedOnUtc'],
  writes: ['customerId', 'title', 'addressLine1', 'city', 'countryCode', 'isDefault'],
  answers: 'id',
} as const;
const store = new RecordStore(shippingAddresses, surface, needs);
const addresses = new ShippingAddressService(store, new RecordTransactions({ database }));
const stores = {
  customers: new RecordStore(customers, { shows: ['id', 'name'], writes: ['code', 'name'], answers: 'id' }, needs),
};

beforeEach(async () => {
  context = callerOf(tenant);
  const { body } = await stores.customers.create(context, { name: 'Customer' });
  customerId = JSON.parse(body) as string;
});

async function add(isDefault = false): Promise<string> {
  return (await addresses.create(context, { ...place, customerId, isDefault })).result.id;
}

async function found(): Promise<{ id: string; isDefault: boolean; changes: number }[]> {
  return database.tenant(tenant).query(context, findAddresses.with({ customerId }));
}

async function defaults(): Promise<string[]> {
  return (await found()).filter(({ isDefault }) => isDefault).map(({ id }) => id);
}

test('the first address is the default, and a later one becomes it when it says so', async () => {
  const first = await add();
  await add();
  expect(await defaults()).toEqual([first]);
  const third = await add(true);
  expect(await defaults()).toEqual([third]);
});

test('a default moves with a stamp for both addresses, and setting it again writes nothing', async () => {
  const [first, second] = [await add(), await add()];
  await addresses.setDefault(context, second);
  expect(await found()).toEqual([
    { id: first, isDefault: false, changes: 2 },
    { id: second, isDefault: true, changes: 2 },
  ]);
  await addresses.setDefault(context, second);
  expect((await found()).map(({ changes }) => changes)).toEqual([2, 2]);
});

test('an update that says nothing of the default leaves it, and one that says true takes it', async () => {
  const [first, second] = [await add(), await add()];
  await addresses.update(context, first, { ...place, customerId, isDefault: false });
  expect((await found())[0]).toEqual({ id: first, isDefault: true, changes: 1 });
  await addresses.update(context, second, { ...place, customerId, isDefault: true });
  expect(await defaults()).toEqual([second]);
});

test('the address that was modified last follows a default that is deleted', async () => {
  const [first, second, third] = [await add(), await add(), await add()];
  await addresses.update(context, second, { ...place, customerId, city: 'Ankara' });
  await addresses.delete(context, first);
  expect(await defaults()).toEqual([second]);
  await addresses.delete(context, second);
  expect(await defaults()).toEqual([third]);
  await addresses.delete(context, third);
  expect(await found()).toEqual([]);
});

test('an update or delete of a version that is gone changes nothing, the default least of all', async () => {
  const [first, second] = [await add(), await add()];
  const change = { ...place, customerId, isDefault: true };
  await expect(addresses.update(context, second, change, '"7"')).rejects.toMatchObject({
    code: 'concurrency_conflict',
  });
  await expect(addresses.delete(context, first, '"7"')).rejects.toMatchObject({ code: 'concurrency_conflict' });
  expect(await found()).toEqual([
    { id: first, isDefault: true, changes: 1 },
    { id: second, isDefault: false, changes: 1 },
  ]);
});

test('an address stays with its customer', async () => {
  const id = await add();
  const elsewhere = { ...place, customerId: newId() };
  await expect(addresses.update(context, id, elsewhere)).rejects.toMatchObject({
    errors: { customerId: [expect.any(String)] },
  });
});

test('addresses go with their customer, each with a change in the log', async () => {
  const made = [await add(), await add()];
  await stores.customers.delete(context, customerId);
  expect(await found()).toEqual([]);
  const gone = await database.tenant(tenant).query<{ id: string }>(context, findDeleted);
  expect(gone.map(({ id }) => id)).toEqual(expect.arrayContaining(made));
});

test('they go too where a client of the public API deletes the customer', async () => {
  await add();
  const needs = { database: databases.connect('rapport_public_api'), all: [customers, shippingAddresses] };
  const ofClients = new RecordStore(customers, { shows: ['id', 'externalId'], writes: ['code', 'name'] }, needs);
  await ofClients.delete({ ...context, actor: { ...context.actor, clientId: newId() } }, customerId);
  expect(await found()).toEqual([]);
});

test('20 callers that set, make and delete defaults at once leave one default after each step', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => add()));
  expect(await defaults()).toHaveLength(1);
  await Promise.all(made.map((id) => addresses.setDefault(context, id)));
  expect(await defaults()).toHaveLength(1);
  await Promise.all(Array.from({ length: 20 }, () => add(true)));
  expect(await defaults()).toHaveLength(1);
  await Promise.all(made.map((id) => addresses.delete(context, id)));
  expect([(await found()).length, (await defaults()).length]).toEqual([20, 1]);
});

test('the same key makes one address, and answers it again', async () => {
  const key = { key: newId(), fingerprint: Buffer.from('x') };
  const create = () => addresses.create(context, { ...place, customerId }, key);
  const first = await create();
  expect(await create()).toEqual({ ...first, isReplayed: true });
  expect(await found()).toHaveLength(1);
});

const findAddresses = statement(
  'test_addresses',
  `select id, is_default as "isDefault", version as changes from tenant.shipping_address
   where customer_id = :customerId order by created_on, id`,
);

const findDeleted = statement(
  'test_deleted_addresses',
  `select record_id as id from cell.outbox where tenant = :tenant and resource = 8 and operation = 'deleted'`,
);
