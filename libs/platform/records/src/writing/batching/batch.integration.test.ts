import { databasesOfFile, hasDied, mortalDatabase, Mortality } from '@rapport/database/testing';
import { AppError, newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import type { Customer, CustomerInput } from '../../testing/customers.ts';
import { readAll, type FeedItem } from '../../testing/reads.ts';
import { createTestTenant, type TestTenant } from '../../testing/tenant.ts';
import type { ReadableItem } from './batch-item.ts';

const databases = await databasesOfFile();

const problemOf = ({ code }: AppError) => ({ code });
const newKey = () => ({ key: newId(), fingerprint: Buffer.from('batch') });

/** Half of the items update a record that is there, and half create one. */
function itemsFor(count: number): ReadableItem<CustomerInput>[] {
  return Array.from({ length: count }, (_, n) => ({
    input: { name: `new ${n}`, externalId: n % 2 === 0 ? `there ${n}` : `fresh ${n}` },
  }));
}

async function tenantWith(count: number): Promise<{ tenant: TestTenant; caller: ReturnType<TestTenant['caller']> }> {
  const tenant = await createTestTenant(databases);
  const caller = tenant.caller();
  const there = itemsFor(count).filter((_, n) => n % 2 === 0);
  await tenant.customers.batch(
    caller,
    there.map(({ input }) => ({ input: { ...input, name: 'old' } })),
    { problemOf },
  );
  return { tenant, caller };
}

async function allOf(tenant: TestTenant, caller: ReturnType<TestTenant['caller']>) {
  const { data: customers } = await readAll<Customer>((page) => tenant.customers.list(caller, page), { pageSize: 200 });
  const { data: items } = await readAll<FeedItem>((page) => tenant.customers.changes(caller, page), { pageSize: 200 });
  return { customers, items };
}

test('of a batch whose process dies at any step nothing is there, and it can be sent again', async () => {
  const count = 200;
  for (let diesAt = 1; ; diesAt += 1) {
    const { tenant, caller } = await tenantWith(count);
    const before = await allOf(tenant, caller);
    const key = newKey();
    const mortality = new Mortality(diesAt);
    const dying = tenant.within(mortalDatabase(tenant.database, mortality));
    const died = await hasDied(dying.customers.batch(caller, itemsFor(count), { key, problemOf }));
    if (!died) {
      expect(mortality.steps).toBeGreaterThan(5);
      return;
    }
    expect(await allOf(tenant, caller)).toEqual(before);
    const { body, replayed } = await tenant.customers.batch(caller, itemsFor(count), { key, problemOf });
    const { results } = JSON.parse(body) as { results: { status: number }[] };
    expect({ replayed, statuses: results.map(({ status }) => status) }).toEqual({
      replayed: false,
      statuses: itemsFor(count).map((_, n) => (n % 2 === 0 ? 200 : 201)),
    });
    const { customers, items } = await allOf(tenant, caller);
    expect(customers.map(({ name }) => name).toSorted()).toEqual(
      itemsFor(count)
        .map(({ input }) => input.name)
        .toSorted(),
    );
    // Each version has a stamp and an item of its own.
    expect(items).toHaveLength(count / 2 + count);
    expect(new Set(customers.map(({ lastModifiedOnUtc }) => lastModifiedOnUtc)).size).toBe(count);
  }
});

test('batches, creates and updates at once never make two records of one external id, nor give one stamp twice', async () => {
  const tenant = await createTestTenant(databases);
  const caller = tenant.caller();
  const rounds = 20;
  for (let round = 0; round < rounds; round += 1) {
    const input = { name: `round ${round}`, externalId: `shared ${round}` };
    const batches = Array.from({ length: 6 }, (_, n) =>
      tenant.customers.batch(
        caller,
        [{ input }, { input: { ...input, name: `batch ${n}` } }, { input: { name: 'other' } }],
        { problemOf },
      ),
    );
    const creates = Array.from({ length: 3 }, () =>
      tenant.customers.create(caller, input).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'external_id_conflict' });
      }),
    );
    await Promise.all([...batches, ...creates]);
  }
  const { customers, items } = await allOf(tenant, caller);
  expect(customers).toHaveLength(rounds * 7);
  const stamps = items.map(({ entityId, occurredOnUtc }) => `${entityId} ${occurredOnUtc}`);
  expect(new Set(stamps).size).toBe(stamps.length);
});
