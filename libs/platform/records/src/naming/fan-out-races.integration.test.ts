import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { Metrics, startTelemetry } from '@rapport/telemetry';
import { expect, test } from 'vitest';
import { OwnerFollower } from '../people/follow-owner.ts';
import { putMember } from '../people/put-member.ts';
import { inThisOrder } from '../testing/syncing/in-this-order.ts';
import { namedContacts, namedRecords } from '../testing/named-records.ts';
import { NamedTenant } from '../testing/named-tenant.ts';
import { FanOutMetrics } from './fan-out-metrics.ts';
import { NameFanOut } from './name-fan-out.ts';

const databases = await databasesOfFile();

const database = databases.connect('rapport_public_api');
const elsewhere = databases.connect('rapport_public_api');
const owner = databases.connect('rapport_owner', { poolSize: 2 });
const mover = databases.connect('rapport_subscription_service', { poolSize: 2 });
const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
const logger = telemetry.logger;

/** Runs all of the fan-out in another process. A failure of it fails the test. */
async function fanOut({ caller }: NamedTenant): Promise<void> {
  const metrics = new Metrics();
  const names = new NameFanOut({ definitions: namedRecords, metrics: new FanOutMetrics(metrics), logger });
  await names.run(caller, elsewhere.tenant(caller.tenant), { actorId: null }, 60_000);
  await names.stop();
  expect(await metrics.text()).not.toMatch(/fan_out_failures_total\{/);
}

async function expectFresh(tenant: NamedTenant): Promise<void> {
  await fanOut(tenant);
  expect(await tenant.staleCopies()).toBe(0);
  expect(await tenant.openRows()).toBe(0);
  expect(await tenant.versionsWithoutChange()).toBe(0);
}

/** A customer that was renamed, with contacts that do not know of it yet. */
async function renamed(contacts = 10): Promise<{ tenant: NamedTenant; customer: string; contacts: string[] }> {
  const tenant = await NamedTenant.create(databases, database);
  const customer = await tenant.customer('Before');
  const ids = await tenant.addContacts(contacts, customer);
  await tenant.customers.update(tenant.caller, customer, { name: 'First' });
  return { tenant, customer, contacts: ids };
}

test('a chunk that waits for the lock behind a second rename copies the second name', async () => {
  const { tenant, customer } = await renamed();
  await inThisOrder(
    owner,
    tenant,
    () => tenant.customers.update(tenant.caller, customer, { name: 'Second' }),
    () => fanOut(tenant),
  );
  await expectFresh(tenant);
});

test('a write that waits for the lock behind a rename copies the new name, also where its reference stays', async () => {
  const { tenant, customer, contacts } = await renamed();
  const { caller } = tenant;
  const [contactId = ''] = contacts;
  const writes = [
    () => tenant.contacts.update(caller, contactId, { lastName: 'Updated', customerId: customer }),
    () => tenant.contacts.create(caller, { lastName: 'Created', customerId: customer }),
    () => tenant.opportunities.create(caller, { name: 'Created', customerId: customer, contactId }),
  ];
  for (const [n, write] of writes.entries()) {
    const rename = () => tenant.customers.update(caller, customer, { name: `Name ${n}` });
    await inThisOrder(owner, tenant, rename, write);
    await expectFresh(tenant);
  }
});

test('a chunk that waits behind an update which names another record leaves that one alone', async () => {
  const { tenant, contacts } = await renamed();
  const other = await tenant.customer('Other');
  const values = { lastName: 'Moved', customerId: other };
  await inThisOrder(
    owner,
    tenant,
    () => tenant.contacts.update(tenant.caller, contacts[0] ?? '', values),
    () => fanOut(tenant),
  );
  await expectFresh(tenant);
});

test('a record of several names gets all of them from the chunk of one', async () => {
  const { tenant, customer, contacts } = await renamed();
  const lead = await tenant.lead('Lead');
  const [contact = ''] = contacts;
  await tenant.addOpportunities(10, { customer, contact, lead });
  await tenant.leads.update(tenant.caller, lead, { companyName: 'Renamed' });
  await inThisOrder(
    owner,
    tenant,
    () => tenant.contacts.update(tenant.caller, contact, { lastName: 'Renamed', customerId: customer }),
    () => fanOut(tenant),
  );
  await expectFresh(tenant);
});

test('a row of which nothing was left stays when another rename comes before it is taken away', async () => {
  const { tenant, customer, contacts } = await renamed(1);
  await tenant.contacts.update(tenant.caller, contacts[0] ?? '', { lastName: 'Moved' });
  await tenant.addContacts(5, customer);
  await inThisOrder(
    owner,
    tenant,
    () => tenant.customers.update(tenant.caller, customer, { name: 'Second' }),
    () => fanOut(tenant),
  );
  expect(await tenant.openRows()).toBe(1);
  expect(await tenant.staleCopies()).toBe(5);
  await expectFresh(tenant);
});

test('rows are taken away behind the lock, so that a transaction with several renames meets no deadlock', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const { caller } = tenant;
  const customers = [await tenant.customer('One'), await tenant.customer('Two')].sort();
  for (const customer of customers) {
    const [contact = ''] = await tenant.addContacts(1, customer);
    await tenant.customers.update(caller, customer, { name: 'First' });
    await tenant.contacts.update(caller, contact, { lastName: 'Moved' });
  }
  let running: Promise<void> | undefined;
  await elsewhere.tenant(caller.tenant).transaction(caller, async (sql) => {
    await sql.query(caller, touch.with({ id: customers[1] }));
    running = fanOut(tenant);
    await expect
      .poll(() => owner.tenant(caller.tenant).query(caller, waiters), { interval: 2, timeout: 10_000 })
      .toEqual([{ n: 1 }]);
    await sql.query(caller, touch.with({ id: customers[0] }));
  });
  await running;
});

test('a record that follows its owner between a rename and its fan-out gets the new name', async () => {
  const { tenant, userId, follow } = await moving();
  const customer = await tenant.customer('Before');
  await tenant.addContacts(5, customer, { id: userId });
  await tenant.customers.update(tenant.caller, customer, { name: 'After' });
  await follow();
  expect(await tenant.staleCopies()).toBe(0);
  await expectFresh(tenant);
});

test('a record whose owner is followed while a rename, or an update of its own, comes first misses neither', async () => {
  const { tenant, userId, teamId, follow } = await moving();
  const { caller } = tenant;
  const [customer, other] = [await tenant.customer('Customer'), await tenant.customer('Other')];
  const [contact = ''] = await tenant.addContacts(5, customer, { id: userId });
  const first = [
    () => tenant.contacts.update(caller, contact, { lastName: 'Moved', customerId: other }),
    () => tenant.customers.update(caller, customer, { name: 'Renamed' }),
  ];
  for (const write of first) {
    await tenant.sql.query(caller, leaveTeams);
    await inThisOrder(owner, tenant, write, follow);
    expect(await tenant.recordsOf(userId)).toEqual({ [teamId]: 5 });
    await expectFresh(tenant);
  }
});

/** A user who is in a team, whose records do not know of it. */
async function moving(): Promise<{ tenant: NamedTenant; userId: string; teamId: string; follow: () => Promise<void> }> {
  const tenant = await NamedTenant.create(databases, database);
  const { caller } = tenant;
  const [userId, teamId] = [newId(), newId()];
  const sql = mover.tenant(caller.tenant);
  await putMember(caller, sql, { id: userId, name: 'A User', teamId, isActive: true, version: 1 });
  // Contacts come first, so it is their statement that waits behind others.
  const follower = new OwnerFollower([namedContacts, ...namedRecords.filter((other) => other !== namedContacts)]);
  return { tenant, userId, teamId, follow: () => follower.follow(caller, sql, { userId, actorId: null }) };
}

const touch = statement(
  'test_touch',
  `with stamped as materialized (select cell.stamp(:tenant, 'tenant.clock') as at)
   insert into cell.fan_out as open (tenant, resource, record_id, since) select :tenant, 1, :id::uuid, at from stamped
   on conflict (tenant, resource, record_id) do update set since = greatest(open.since, excluded.since)`,
);

/** The transactions that wait for another one. */
const waiters = statement(
  'test_waiters',
  `select count(*)::int as n from pg_stat_activity
   where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
);

const leaveTeams = statement(
  'test_leave_teams',
  `with stamped as materialized (select cell.stamp(:tenant, 'tenant.clock') as at),
written as (
  update tenant.contact set team_id = null, version = version + 1, last_modified_on = at from stamped
  returning id, version, last_modified_on
)
insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
select uuidv7(), :tenant, 2, id, 'updated', version, last_modified_on from written`,
);
