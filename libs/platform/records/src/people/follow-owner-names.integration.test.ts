import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { Metrics, startTelemetry } from '@rapport/telemetry';
import { expect, test } from 'vitest';
import { FanOutMetrics } from '../naming/fan-out-metrics.ts';
import { NameFanOut } from '../naming/name-fan-out.ts';
import { namedRecords } from '../testing/named-records.ts';
import { NamedTenant } from '../testing/named-tenant.ts';
import { OwnerFollower } from './follow-owner.ts';
import { putMember } from './put-member.ts';

const databases = await databasesOfFile();

/** A tenant with a user, and what puts the user into a team, lets the records follow, and fans out their names. */
async function tenantWithUser() {
  const tenant = await NamedTenant.create(databases, databases.connect('rapport_public_api'));
  const { caller } = tenant;
  const mover = databases.connect('rapport_subscription_service', { poolSize: 2 }).tenant(caller.tenant);
  const { logger } = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
  const names = new NameFanOut({ definitions: namedRecords, metrics: new FanOutMetrics(new Metrics()), logger });
  const userId = newId();
  return {
    ...{ tenant, caller, userId },
    putInto: (teamId: string, version: number) =>
      putMember(caller, mover, { id: userId, name: 'A User', teamId, isActive: true, version }),
    follow: () => new OwnerFollower(namedRecords).follow(caller, mover, { userId, actorId: null }),
    fanOut: () => names.run(caller, tenant.sql, { actorId: null }, 60_000),
  };
}

test('records that follow their owner leave it to the fan-out to stamp those that show their names', async () => {
  const { tenant, userId, putInto, follow, fanOut } = await tenantWithUser();
  const customer = await tenant.customer('Customer', userId);
  const [contact = ''] = await tenant.addContacts(10, customer, { id: userId });
  await tenant.addOpportunities(20, { contact });
  await putInto(newId(), 1);
  await follow();
  expect(await tenant.openRows()).toBe(11);
  await fanOut();
  expect(await tenant.versions()).toEqual({ customer: { 2: 1 }, contact: { 2: 10 }, opportunity: { 2: 20 } });
});

test('records that follow their owner keep no stale name beside renames, and none is left in the former team', async () => {
  const { tenant, caller, userId, putInto, follow, fanOut } = await tenantWithUser();
  const [from, to] = [newId(), newId()];
  await putInto(from, 1);
  const customer = await tenant.customer('Customer 0', userId, from);
  const contacts = await tenant.addContacts(900, customer, { id: userId, teamId: from });
  await tenant.addOpportunities(20, { customer, contact: contacts[0] ?? '' });
  const other = await tenant.customer('Other');
  await putInto(to, 2);
  await Promise.all([
    follow(),
    ...Array.from({ length: 8 }, async (_, n) => {
      await tenant.customers.update(caller, n % 2 === 0 ? customer : other, { name: `Customer ${n}` });
      await tenant.contacts.update(caller, contacts[n * 50] ?? '', { lastName: 'Moved', customerId: other });
      await fanOut();
    }),
  ]);
  expect(await tenant.recordsOf(userId)).toEqual({ [to]: 901 });
  await fanOut();
  expect(await tenant.staleCopies()).toBe(0);
  expect(await tenant.versionsWithoutChange()).toBe(0);
  await expect.poll(() => tenant.openRows(), { timeout: 10_000 }).toBe(0);
});
