import { setTimeout as pause } from 'node:timers/promises';
import { databasesOfFile, mortalDatabase, Mortality } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { Background, Metrics, startTelemetry } from '@rapport/telemetry';
import { expect, test } from 'vitest';
import { HeldSql } from '../testing/held-sql.ts';
import { namedRecords } from '../testing/named-records.ts';
import { NamedTenant } from '../testing/named-tenant.ts';
import { FanOutMetrics } from './fan-out-metrics.ts';
import { FanOutSweeper } from './fan-out-sweeper.ts';
import { NameFanOut } from './name-fan-out.ts';

const context = { trace: { traceId: 'test', traceparent: '' } };

const databases = await databasesOfFile();

const database = databases.connect('rapport_public_api');
const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });

function fanOut(metrics = new FanOutMetrics(new Metrics())): NameFanOut {
  return new NameFanOut({ definitions: namedRecords, metrics, logger: telemetry.logger });
}

/** A customer with a new name that several chunks of contacts do not know of yet, and writes that wait. */
async function renamed(): Promise<{ tenant: NamedTenant; held: HeldSql }> {
  const tenant = await NamedTenant.create(databases, database);
  const customer = await tenant.customer('Before');
  await tenant.addContacts(contactsOfRenamed, customer);
  await tenant.customers.update(tenant.caller, customer, { name: 'After' });
  return { tenant, held: new HeldSql(tenant.sql) };
}

const contactsOfRenamed = 1_000;

test('after a rename every record that shows the name has the new one, a new version and an item of its feed', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const [customer, other] = [await tenant.customer('Before'), await tenant.customer('Other')];
  const [contact = ''] = await tenant.addContacts(650, customer);
  await tenant.addContacts(5, other);
  await tenant.addOpportunities(310, { customer, contact });
  const lead = await tenant.lead('Lead');
  await tenant.addOpportunities(10, { lead });
  const names = fanOut();
  const renames = [
    () => tenant.customers.update(tenant.caller, customer, { name: 'After' }),
    () => tenant.contacts.update(tenant.caller, contact, { lastName: 'Renamed', customerId: customer }),
    () => tenant.leads.update(tenant.caller, lead, { companyName: 'Renamed' }),
  ];
  for (const rename of renames) {
    await rename();
    expect(await tenant.staleCopies()).toBeGreaterThan(0);
    await names.run(context, tenant.sql, { actorId: newId() }, 60_000);
    expect(await tenant.staleCopies()).toBe(0);
    await expect.poll(() => tenant.openRows(), { timeout: 10_000 }).toBe(0);
  }
  expect(await tenant.versionsWithoutChange()).toBe(0);
});

test('whatever renames, moves, creates and runs come at once, no copy is stale in the end and none lacks its change', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const processes = [tenant, tenant.within(databases.connect('rapport_public_api'))].map((process) => ({
    process,
    names: fanOut(),
  }));
  const customers = await Promise.all(['a', 'b', 'c'].map((name) => tenant.customer(name)));
  const contacts = (await Promise.all(customers.map((id) => tenant.addContacts(400, id)))).flat();
  const [contact = '', secondContact = ''] = contacts;
  const lead = await tenant.lead('Lead');
  const opportunities = (
    await Promise.all(customers.map((customer) => tenant.addOpportunities(200, { customer, contact, lead })))
  ).flat();
  const pick = <T>(all: readonly T[], by: number): T => all[by % all.length] as T;
  const steps = (on: NamedTenant, step: number): (() => Promise<unknown>)[] => {
    const { caller } = on;
    const customerId = pick(customers, step);
    const refers = { customerId, contactId: pick([contact, secondContact], step), leadId: lead };
    return [
      () => on.customers.update(caller, customerId, { name: `Customer ${step}` }),
      () => on.contacts.update(caller, contact, { lastName: `Contact ${step}`, customerId }),
      () => on.leads.update(caller, lead, { companyName: `Lead ${step}` }),
      () => on.contacts.update(caller, pick(contacts, step * 37 + 2), { lastName: `Moved ${step}`, customerId }),
      () => on.opportunities.update(caller, pick(opportunities, step * 7), { name: `Moved ${step}`, ...refers }),
      () => on.opportunities.create(caller, { name: `Created ${step}`, ...refers }),
    ];
  };
  const writers = Array.from({ length: 24 }, async (_, n) => {
    const { process, names } = pick(processes, n);
    for (let turn = 0; turn < 4; turn += 1) {
      await pick(steps(process, n * 4 + turn), n >> 1)();
      await names.run(context, process.sql, { actorId: null }, 60_000);
    }
  });
  await Promise.all(writers);
  await tenant.customers.update(tenant.caller, customers[0] ?? '', { name: 'The last one' });
  await processes[0]?.names.run(context, tenant.sql, { actorId: null }, 60_000);
  expect(await tenant.staleCopies()).toBe(0);
  expect(await tenant.versionsWithoutChange()).toBe(0);
  await expect.poll(() => tenant.openRows(), { timeout: 10_000 }).toBe(0);
}, 60_000);

test('a caller that comes while a run is under way is not answered before its own change is stamped', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const [first, second] = [await tenant.customer('First'), await tenant.customer('Second')];
  await tenant.addContacts(1, first);
  await tenant.addContacts(1, second);
  const names = fanOut();
  const held = new HeldSql(tenant.sql);
  await tenant.customers.update(tenant.caller, first, { name: 'Renamed' });
  const running = names.run(context, held.sql, { actorId: null }, 60_000);
  // The run has gone through all contacts when the second one is renamed.
  held.pass(1);
  await expect.poll(() => held.asked, { timeout: 10_000 }).toBe(2);
  await tenant.customers.update(tenant.caller, second, { name: 'Also renamed' });
  const caller = names.run(context, tenant.sql, { actorId: null }, 60_000);
  held.pass(Infinity);
  await caller;
  expect(await tenant.staleCopies()).toBe(0);
  await running;
});

test('a write whose name few records show does not wait for the many of another', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const [large, small] = [await tenant.customer('Large'), await tenant.customer('Small')];
  await tenant.addContacts(400, large);
  const [contact = ''] = await tenant.addContacts(1, small);
  const names = fanOut();
  const held = new HeldSql(tenant.sql);
  await tenant.customers.update(tenant.caller, large, { name: 'Renamed' });
  const many = names.run(context, held.sql, { actorId: null }, 60_000);
  held.pass(1);
  await tenant.customers.update(tenant.caller, small, { name: 'Also renamed' });
  await names.run(context, tenant.sql, { actorId: null, recordId: small }, 60_000);
  expect((await tenant.contacts.get(tenant.caller, contact)).body).toContain('"customerName":"Also renamed"');
  expect(await tenant.staleCopies()).toBeGreaterThan(0);
  held.pass(Infinity);
  await many;
  expect(await tenant.staleCopies()).toBe(0);
});

test('a rename of a record that no other shows leaves nothing to stamp', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const customer = await tenant.customer('Before');
  await tenant.customers.update(tenant.caller, customer, { name: 'After' });
  expect(await tenant.openRows()).toBe(0);
  await tenant.addOpportunities(1, { customer });
  await tenant.customers.update(tenant.caller, customer, { name: 'Again' });
  expect(await tenant.openRows()).toBe(1);
});

test('a caller waits for its deadline at most, and the rest is stamped without it', async () => {
  const { tenant, held } = await renamed();
  const names = fanOut();
  await names.run(context, held.sql, { actorId: null }, 20);
  expect(await tenant.staleCopies()).toBe(contactsOfRenamed);
  held.pass(Infinity);
  await expect.poll(() => tenant.staleCopies(), { timeout: 10_000 }).toBe(0);
  await names.stop();
});

test('a sweep ends when its share of time is used up', async () => {
  const { tenant, held } = await renamed();
  const shareMs = 20;
  const sweep = fanOut().sweep(context, held.sql, shareMs);
  await pause(2 * shareMs);
  held.pass(Infinity);
  expect(await sweep).toBe('left');
  expect(await tenant.staleCopies()).toBeGreaterThan(0);
});

test('a sweep makes room for a write, and none begins beside it', async () => {
  const { tenant, held } = await renamed();
  const names = fanOut();
  const sweep = names.sweep(context, held.sql, 60_000);
  const write = names.run(context, tenant.sql, { actorId: null }, 60_000);
  held.pass(1);
  expect(await sweep).toBe('left');
  expect(await names.sweep(context, tenant.sql, 60_000), 'a write is at it').toBe('left');
  expect(await tenant.staleCopies()).toBeGreaterThan(0);
  held.pass(Infinity);
  await write;
  expect(await tenant.staleCopies()).toBe(0);
});

test('a run ends after the chunk in hand when its process stops, and starts no other', async () => {
  const { tenant, held } = await renamed();
  const names = fanOut();
  const running = names.run(context, held.sql, { actorId: null }, 60_000);
  expect(held.asked).toBe(1);
  const stopped = names.stop();
  held.pass(Infinity);
  await Promise.all([running, stopped]);
  const left = await tenant.staleCopies();
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThan(contactsOfRenamed);
  await names.run(context, held.sql, { actorId: null }, 60_000);
  expect(held.asked).toBe(1);
  expect(await tenant.staleCopies()).toBe(left);
});

test('the sweeper finishes what a process left at any step, also where a tenant in front of it fails', async () => {
  const broken = await NamedTenant.create(databases, database);
  const shown = await broken.customer('Before');
  await broken.addContacts(1, shown);
  await broken.customers.update(broken.caller, shown, { name: 'After' });
  await databases.connect('rapport_owner', { poolSize: 1 }).cell('cell').script(context, 'break', broken.breaking());
  const left: NamedTenant[] = [];
  for (let diesAt = 1; ; diesAt += 1) {
    const tenant = await NamedTenant.create(databases, database);
    const customer = await tenant.customer('Before');
    await tenant.addContacts(650, customer);
    await tenant.addOpportunities(5, { customer });
    await tenant.customers.update(tenant.caller, customer, { name: 'After' });
    const mortality = new Mortality(diesAt);
    const names = fanOut();
    await names.run(
      context,
      mortalDatabase(database, mortality).tenant(tenant.caller.tenant),
      { actorId: null },
      60_000,
    );
    await names.stop();
    if (mortality.steps < diesAt) {
      break;
    }
    left.push(tenant);
  }
  expect(left.length).toBeGreaterThan(4);
  const metrics = new Metrics();
  const level = new FanOutMetrics(metrics);
  const sweepers = [1, 2].map(() => {
    const names = fanOut(level);
    return new FanOutSweeper({ database, fanOut: names, metrics: level, telemetry, everyMs: 20 });
  });
  const background = new Background(telemetry);
  sweepers.forEach((sweeper) => sweeper.start(background));
  for (const tenant of left) {
    await expect.poll(() => tenant.staleCopies(), { timeout: 10_000 }).toBe(0);
    await expect.poll(() => tenant.openRows(), { timeout: 10_000 }).toBe(0);
    expect(await tenant.versionsWithoutChange()).toBe(0);
  }
  await expect.poll(() => metrics.text(), { timeout: 10_000 }).toMatch(/fan_out_open_rows\{cell="cell"\} 1\n/);
  await background.stop();
  expect(await metrics.text()).toMatch(/fan_out_failures_total\{cell="cell"\} [1-9]/);
}, 60_000);
