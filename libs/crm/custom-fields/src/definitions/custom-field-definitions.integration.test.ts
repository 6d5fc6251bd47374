import { statement, type TenantSql } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { type TenantRef } from '@rapport/kernel';
import { synchronisedKinds } from '@rapport/kinds';
import { Metrics } from '@rapport/telemetry';
import { beforeEach, expect, test } from 'vitest';
import { definitionsService, newField, newTestTenant, operator } from '../testing/tenant.ts';
import { CustomFieldDefinitions } from './custom-field-definitions.ts';

const customers = synchronisedKinds.customers.resource.number;
const databases = await databasesOfFile();
const database = databases.connect('rapport_public_api');
const service = definitionsService(databases.connect('rapport_subscription_service'));

let tenant: TenantRef;
let sql: TenantSql;
let metrics: Metrics;
let definitions: CustomFieldDefinitions;
beforeEach(async () => {
  tenant = await newTestTenant(databases);
  sql = database.tenant(tenant);
  metrics = new Metrics();
  definitions = new CustomFieldDefinitions(metrics, 1_000_000);
});

test('a copy stays as it was read until a statement has seen another number', async () => {
  await service.create(operator, tenant, 'customers', newField('first'));
  const copy = await definitions.atLeast(operator, sql, customers, await numberNow());
  expect(copy.keys).toEqual(['first']);
  await service.create(operator, tenant, 'customers', newField('second'));
  expect(definitions.known(tenant, customers)).toBe(copy);
  expect(await definitions.atLeast(operator, sql, customers, copy.number)).toBe(copy);
  const number = await numberNow();
  expect(number).toBeGreaterThan(copy.number);
  const next = await definitions.atLeast(operator, sql, customers, number);
  expect(next).toMatchObject({ number, keys: ['first', 'second'] });
  expect(definitions.known(tenant, customers)).toBe(next);
  expect(await loads()).toBe(2);
});

test('the present definitions are read at each call, and loaded where they have changed', async () => {
  expect(await definitions.current(operator, sql, customers)).toMatchObject({ number: 0, keys: [] });
  await service.create(operator, tenant, 'customers', newField('first'));
  await service.create(operator, tenant, 'customers', newField('second'));
  await service.setEnabled(operator, tenant, 'customers', 'first', false);
  const current = await definitions.current(operator, sql, customers);
  expect(current).toMatchObject({ number: await numberNow(), keys: ['second'] });
  expect(current.rules.update([{ key: 'first', value: 'x' }]).errors).toHaveProperty(['customFields[0].key']);
  expect(await definitions.current(operator, sql, customers)).toBe(current);
  expect(await loads()).toBe(2);
});

test('a smaller number, which a restored database has, is read anew too', async () => {
  await service.create(operator, tenant, 'customers', newField('first'));
  const before = await numberNow();
  await service.create(operator, tenant, 'customers', newField('lost'));
  expect(await definitions.atLeast(operator, sql, customers, 0)).toMatchObject({ keys: ['first', 'lost'] });
  const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant(tenant);
  await owner.query(operator, statement('lose_field', `delete from tenant.custom_field where key = 'lost'`));
  await owner.query(
    operator,
    statement('lose_number', `update tenant.feed_floor set definitions = :before`).with({ before }),
  );
  const restored = await definitions.atLeast(operator, sql, customers, before);
  expect(restored).toMatchObject({ number: before, keys: ['first'] });
});

test('callers that ask at the same time share one read', async () => {
  await service.create(operator, tenant, 'customers', newField('first'));
  const number = await numberNow();
  const ask = () => definitions.atLeast(operator, sql, customers, number);
  const sets = await Promise.all(Array.from({ length: 20 }, ask));
  expect(new Set(sets).size).toBe(1);
  expect(await loads()).toBe(1);
});

test('a caller that has seen a newer number is not answered by a read that began before', async () => {
  const [hasRead, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const row: TenantSql['row'] = async (...asked) => {
    const found = await sql.row(...asked);
    hasRead.resolve();
    await mayEnd.promise;
    return found;
  };
  const early = definitions.atLeast(operator, Object.assign(Object.create(sql) as TenantSql, { row }), customers, 0);
  await hasRead.promise;
  await service.create(operator, tenant, 'customers', newField('first'));
  const number = await numberNow();
  const late = definitions.atLeast(operator, sql, customers, number);
  mayEnd.resolve();
  expect(await late).toMatchObject({ number, keys: ['first'] });
  expect(await early).toMatchObject({ number: 0, keys: [] });
});

test('a read that fails is forgotten, so the next caller is served', async () => {
  const away = databases.connect('rapport_public_api', { cells: { cell: 'postgres://none@127.0.0.1:1/none' } });
  const failing = [1, 2].map(() => definitions.atLeast(operator, away.tenant(tenant), customers, 0));
  for (const { status } of await Promise.allSettled(failing)) {
    expect(status).toBe('rejected');
  }
  expect(await definitions.atLeast(operator, sql, customers, 0)).toMatchObject({ number: 0 });
});

test('tenants and modules have definitions of their own', async () => {
  const other = await newTestTenant(databases);
  await service.create(operator, tenant, 'customers', newField('first'));
  expect(await definitions.atLeast(operator, sql, customers, 0)).toMatchObject({ keys: ['first'] });
  expect(await definitions.current(operator, database.tenant(other), customers)).toMatchObject({ keys: [] });
  expect(await definitions.current(operator, sql, synchronisedKinds.contacts.resource.number)).toMatchObject({
    keys: [],
  });
});

test('copies are bounded in bytes, and the one that was not used for longest goes first', async () => {
  const tenants = [tenant, await newTestTenant(databases), await newTestTenant(databases)];
  for (const one of tenants) {
    await service.create(operator, one, 'customers', newField('first', { description: 'x'.repeat(1_000) }));
  }
  const { bytes } = await definitions.atLeast(operator, sql, customers, 0);
  const small = new CustomFieldDefinitions(new Metrics(), 2 * bytes);
  const [first, second, third] = tenants;
  for (const one of [first, second, first, third]) {
    await small.atLeast(operator, database.tenant(one ?? tenant), customers, 0);
  }
  expect(tenants.map((one) => small.known(one, customers).number > 0)).toEqual([true, false, true]);
});

/** The number of the definitions, as a statement sees it. */
async function numberNow(): Promise<number> {
  const [row] = await sql.query<{ number: number }>(operator, findNumber.with({ resource: customers }));
  return row?.number ?? -1;
}

const findNumber = statement(
  'number_of_definitions',
  'select definitions as number from tenant.feed_floor where resource = :resource',
);

async function loads(): Promise<number> {
  return Number(/^custom_field_definitions_loads_total (\d+)/m.exec(await metrics.text())?.[1]);
}
