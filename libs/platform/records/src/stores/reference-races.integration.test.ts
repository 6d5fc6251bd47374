import { databasesOfFile } from '@rapport/database/testing';
import { AppError, newId } from '@rapport/kernel';
import { Metrics, startTelemetry } from '@rapport/telemetry';
import { expect, test } from 'vitest';
import { FanOutMetrics } from '../naming/fan-out-metrics.ts';
import { NameFanOut } from '../naming/name-fan-out.ts';
import { putMember } from '../people/put-member.ts';
import { namedRecords } from '../testing/named-records.ts';
import { NamedTenant } from '../testing/named-tenant.ts';

const races = 380;

const databases = await databasesOfFile();

const tenant = await NamedTenant.create(databases, databases.connect('rapport_public_api'));
/** The tenant in another process, so that no queue puts the writes in an order. */
const elsewhere = tenant.within(databases.connect('rapport_public_api'));
const { logger } = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });

/** Runs writes at the same time, each time with another customer, and lets all names follow. */
async function race(
  begin: (customerId: string, n: number) => readonly Promise<unknown>[],
  ownerId: string | null = null,
): Promise<void> {
  for (let n = 0; n < races; n += 1) {
    await Promise.all(begin(await tenant.customer(`Customer ${n}`, ownerId), n));
  }
  const names = new NameFanOut({ definitions: namedRecords, metrics: new FanOutMetrics(new Metrics()), logger });
  await names.run(tenant.caller, tenant.sql, { actorId: null }, 60_000);
  await names.stop();
  expect(await tenant.staleCopies()).toBe(0);
  expect(await tenant.danglingReferences()).toBe(0);
}

const create = (customerId: string): Promise<unknown> =>
  elsewhere.contacts.create(tenant.caller, { lastName: 'Created', customerId });

test('a contact that is created while its customer is renamed has the new name', async () => {
  await race((id, n) => [
    tenant.customers.update(tenant.caller, id, { name: `Renamed ${n}` }),
    create(id),
    elsewhere.customers.update(tenant.caller, id, { name: `Renamed again ${n}` }),
    create(id),
  ]);
  expect(await tenant.openRows()).toBe(0);
});

test('a contact that is created while its customer goes out of sight is created or refused, and its name is fresh', async () => {
  const { caller } = tenant;
  const { userId } = caller.actor;
  const mover = databases.connect('rapport_subscription_service', { poolSize: 1 });
  const ownerUserId = newId();
  await putMember(caller, mover.tenant(caller.tenant), {
    id: ownerUserId,
    name: 'A User',
    teamId: null,
    isActive: true,
    version: 1,
  });
  const own = { ...caller, visibility: { scope: 'own', userId } as const };
  const outcomes = new Set<string>();
  await race(
    (id, n) => [
      tenant.customers.update(caller, id, { name: `Given away ${n}`, ownerUserId }),
      elsewhere.contacts.create(own, { lastName: 'Created', customerId: id }).then(
        () => outcomes.add('created'),
        (error: unknown) => outcomes.add(error instanceof AppError ? error.code : String(error)),
      ),
      create(id),
    ],
    userId,
  );
  expect([...outcomes].filter((outcome) => !['created', 'validation_failed'].includes(outcome))).toEqual([]);
});

test('of a delete of a customer and a create of its contact one is refused, and no contact names what is gone', async () => {
  const outcomes = new Set<string>();
  await race((id) => [
    Promise.all([
      tenant.customers.delete(tenant.caller, id).then(
        () => 'deleted',
        () => 'stays',
      ),
      create(id).then(
        () => 'created',
        () => 'refused',
      ),
    ]).then(([deleted, created]) => outcomes.add(`${deleted}, ${created}`)),
  ]);
  expect([...outcomes].filter((outcome) => !['deleted, refused', 'stays, created'].includes(outcome))).toEqual([]);
});
