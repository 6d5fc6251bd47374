import { databasesOfFile } from '@rapport/database/testing';
import { Metrics, startTelemetry } from '@rapport/telemetry';
import { expect, test } from 'vitest';
import { SteppedRecords } from '../../stores/stepped-records.ts';
import { HeldSql } from '../../testing/held-sql.ts';
import { inThisOrder } from '../../testing/syncing/in-this-order.ts';
import { namedOpportunities, namedRecords, opportunitySurface } from '../../testing/named-records.ts';
import { NamedTenant } from '../../testing/named-tenant.ts';
import { RecordTransactions } from '../../transacting/record-transactions.ts';
import { FanOutMetrics } from '../../naming/fan-out-metrics.ts';
import { NameFanOut } from '../../naming/name-fan-out.ts';

const databases = await databasesOfFile();
const database = databases.connect('rapport_public_api');
const elsewhere = databases.connect('rapport_public_api');
const owner = databases.connect('rapport_owner', { poolSize: 2 });
const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
const logger = telemetry.logger;

/** An opportunity that shows three names, beside others that show them too. */
async function opportunity() {
  const tenant = await NamedTenant.create(databases, database);
  const [customer, lead] = [await tenant.customer('Customer'), await tenant.lead('Lead')];
  const [contact = ''] = await tenant.addContacts(1, customer);
  const [id = ''] = await tenant.addOpportunities(3, { customer, contact, lead });
  return { tenant, customer, contact, lead, id };
}

type Named = Awaited<ReturnType<typeof opportunity>>;

const renames: [string, ({ tenant, customer, contact, lead }: Named) => Promise<unknown>][] = [
  ['customer', ({ tenant, customer }) => tenant.customers.update(tenant.caller, customer, { name: 'Renamed' })],
  [
    'contact',
    ({ tenant, customer, contact }) =>
      tenant.contacts.update(tenant.caller, contact, { lastName: 'Renamed', customerId: customer }),
  ],
  ['lead', ({ tenant, lead }) => tenant.leads.update(tenant.caller, lead, { companyName: 'Renamed' })],
];

function step({ tenant: { caller }, id }: Named): Promise<unknown> {
  const surface = { ...opportunitySurface, items: ['id'] } as const;
  const opportunities = new SteppedRecords(namedOpportunities, surface, { database, all: namedRecords });
  return opportunities.step(caller, id, 'qualification', { permissions: [] });
}

/** Does some work between a change of a name and the first chunk of its fan-out, and then lets that go. */
async function holdingFanOut({ tenant }: Named, work: () => Promise<unknown>): Promise<void> {
  const { caller } = tenant;
  const metrics = new Metrics();
  const names = new NameFanOut({ definitions: namedRecords, metrics: new FanOutMetrics(metrics), logger });
  const held = new HeldSql(elsewhere.tenant(caller.tenant));
  const running = names.run(caller, held.sql, { actorId: null }, 60_000);
  await expect.poll(() => held.asked).toBe(1);
  await work();
  held.pass(Infinity);
  await running;
  await names.stop();
  expect(await metrics.text()).not.toMatch(/fan_out_failures_total\{/);
}

async function expectFresh({ tenant }: Named): Promise<void> {
  expect(await tenant.staleCopies()).toBe(0);
  expect(await tenant.openRows()).toBe(0);
  expect(await tenant.versionsWithoutChange()).toBe(0);
}

test.each(renames)(
  'an opportunity that is stepped between a change of the name of its %s and the fan-out shows the new one',
  async (_, rename) => {
    const named = await opportunity();
    await rename(named);
    await holdingFanOut(named, () => step(named));
    await expectFresh(named);
  },
);

test.each(renames)(
  'a step that waits for the lock behind a change of the name of its %s copies the new one, and tells it in its change',
  async (source, rename) => {
    const named = await opportunity();
    await inThisOrder(
      owner,
      named.tenant,
      () => rename(named),
      () => step(named),
    );
    expect(await named.tenant.staleCopies()).toBe(source === 'customer' ? 3 : 2);
    expect(await named.tenant.changesOf(named.id)).toEqual([null, ['stage', 'probability', `${source}Name`]]);
    await holdingFanOut(named, () => Promise.resolve());
    await expectFresh(named);
  },
);

test('a step that waits for the lock behind an update which names another record is done with the name of that one', async () => {
  const named = await opportunity();
  const { tenant, id } = named;
  const other = await tenant.customer('Other');
  await inThisOrder(
    owner,
    tenant,
    () => tenant.opportunities.update(tenant.caller, id, { name: 'Moved', customerId: other }),
    () => step(named),
  );
  await expectFresh(named);
  const { body } = await tenant.opportunities.get(tenant.caller, id);
  expect(JSON.parse(body)).toMatchObject({ customerName: 'Other', contactName: null, leadName: null });
});

test('a step that waits for the lock behind the birth of the record which is named now is done with the name of that one', async () => {
  const named = await opportunity();
  const { tenant, id } = named;
  const { caller, customers, opportunities } = tenant;
  const transactions = new RecordTransactions({ database });
  await inThisOrder(
    owner,
    tenant,
    () =>
      transactions.run(caller, {}, async (transaction) => {
        const customerId = await customers.transacted.create(transaction, { name: 'Born' });
        await opportunities.transacted.update(transaction, id, { name: 'Moved', customerId });
        return true;
      }),
    () => step(named),
  );
  await expectFresh(named);
  const { body } = await opportunities.get(caller, id);
  expect(JSON.parse(body)).toMatchObject({ customerName: 'Born' });
});
