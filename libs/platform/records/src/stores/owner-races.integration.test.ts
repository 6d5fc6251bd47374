import { databasesOfFile } from '@rapport/database/testing';
import { AppError, newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { putMember } from '../people/put-member.ts';
import { inThisOrder } from '../testing/syncing/in-this-order.ts';
import { NamedTenant } from '../testing/named-tenant.ts';

const databases = await databasesOfFile();

const database = databases.connect('rapport_public_api');
const owner = databases.connect('rapport_owner', { poolSize: 2 });
const mover = databases.connect('rapport_subscription_service', { poolSize: 2 });

/** A user of a tenant, and what disables it. */
async function user() {
  const tenant = await NamedTenant.create(databases, database);
  const userId = newId();
  const put = (isActive: boolean, version: number): Promise<void> =>
    putMember(tenant.caller, mover.tenant(tenant.caller.tenant), {
      id: userId,
      name: 'A User',
      teamId: null,
      isActive,
      version,
    });
  await put(true, 1);
  return { tenant, userId, disable: () => put(false, 2) };
}

async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.errors : error),
  );
}

const refused = { ownerUserId: [expect.any(String)] };

test('a create that waits for the lock behind the change that disables its owner is refused', async () => {
  const { tenant, userId, disable } = await user();
  const { caller, customers } = tenant;
  const [, outcome] = await inThisOrder(owner, tenant, disable, () =>
    outcomeOf(customers.create(caller, { name: 'Made', ownerUserId: userId })),
  );
  expect(outcome).toEqual(refused);
  expect(await tenant.versions()).toEqual({});
});

test('an update that waits for the lock behind the change that disables its new owner is refused', async () => {
  const { tenant, userId, disable } = await user();
  const { caller, customers } = tenant;
  const id = await tenant.customer('Before');
  const [, outcome] = await inThisOrder(owner, tenant, disable, () =>
    outcomeOf(customers.update(caller, id, { name: 'After', ownerUserId: userId })),
  );
  expect(outcome).toEqual(refused);
  expect(await tenant.versions()).toEqual({ customer: { 1: 1 } });
});

test('an update that waits behind the change that disables the owner which the record has already is done', async () => {
  const { tenant, userId, disable } = await user();
  const { caller, customers } = tenant;
  const id = await tenant.customer('Before', userId);
  const [, outcome] = await inThisOrder(owner, tenant, disable, () =>
    outcomeOf(customers.update(caller, id, { name: 'After', ownerUserId: userId })),
  );
  expect(outcome).toBe('done');
});
