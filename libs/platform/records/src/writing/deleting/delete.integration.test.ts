import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { tenantStamp } from '../../stamping/rules.ts';
import { inThisOrder } from '../../testing/syncing/in-this-order.ts';
import { NamedTenant } from '../../testing/named-tenant.ts';
import { codeOf, refusalOf } from '../../testing/refusals.ts';

const databases = await databasesOfFile();
const database = databases.connect('rapport_public_api');
const elsewhere = databases.connect('rapport_public_api');
const owner = databases.connect('rapport_owner', { poolSize: 2 });

test('a record that others refer to is not deleted, and the answer names their resources and nothing more', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const { caller } = tenant;
  const customer = await tenant.customer('Customer', caller.actor.userId);
  const lead = await tenant.lead('Lead');
  const [contact = ''] = await tenant.addContacts(1, customer);
  const [opportunity = ''] = await tenant.addOpportunities(1, { customer, contact, lead });
  const own = { ...caller, visibility: { scope: 'own', userId: caller.actor.userId } as const };
  const refusal = await refusalOf(tenant.customers.delete(own, customer));
  expect([refusal.code, refusal.status]).toEqual(['resource_in_use', 409]);
  expect(refusal.message).toContain('contacts and opportunities');
  expect(refusal.message).not.toMatch(/\d/);
  expect((await refusalOf(tenant.contacts.delete(caller, contact))).message).toContain('are opportunities that');
  expect(await codeOf(tenant.leads.delete(caller, lead))).toBe('resource_in_use');
  expect(await codeOf(tenant.customers.delete(caller, customer, '"7"'))).toBe('concurrency_conflict');
  expect(await codeOf(tenant.contacts.delete(own, contact))).toBe('not_found');
  await tenant.opportunities.delete(caller, opportunity);
  await tenant.leads.delete(caller, lead);
  await tenant.contacts.delete(caller, contact);
  await tenant.customers.delete(own, customer);
  expect(await codeOf(tenant.customers.delete(caller, customer))).toBe('not_found');
});

test('a delete of a record that nothing refers to asks for no referrers', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const [opportunity = ''] = await tenant.addOpportunities(1, { customer: await tenant.customer('Customer') });
  await owner.cell('cell').query(tenant.caller, forbidReferrers);
  await tenant.opportunities.delete(tenant.caller, opportunity);
  await owner.cell('cell').query(tenant.caller, allowReferrers);
});

test('a record that comes to be referred to while its delete waits for the lock stays', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const { caller } = tenant;
  const [contact = ''] = await tenant.addContacts(1, await tenant.customer('Another'));
  for (const refer of waysToRefer(tenant.within(elsewhere), contact)) {
    const customer = await tenant.customer('Customer');
    const [, deleted] = await inThisOrder(
      owner,
      tenant,
      () => refer(customer),
      () => codeOf(tenant.customers.delete(caller, customer)),
    );
    expect(deleted).toBe('resource_in_use');
    expect(await tenant.staleCopies()).toBe(0);
  }
});

test('a record that is deleted while another that names it waits for the lock is named by none', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const { caller } = tenant;
  const [contact = ''] = await tenant.addContacts(1, await tenant.customer('Another'));
  for (const refer of waysToRefer(tenant.within(elsewhere), contact)) {
    const customer = await tenant.customer('Customer');
    const [, referred] = await inThisOrder(
      owner,
      tenant,
      () => tenant.customers.delete(caller, customer),
      () => refusalOf(refer(customer)),
    );
    expect(referred).toMatchObject({ code: 'validation_failed', errors: { customerId: [expect.any(String)] } });
  }
  expect(await tenant.references()).toBe(1);
});

test('a group that is deleted while a customer that names it waits for the lock is named by none', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const other = tenant.within(elsewhere);
  const { caller } = tenant;
  const id = await tenant.customer('Customer');
  const sql = owner.tenant(caller.tenant);
  const naming = [
    (customerGroupId: string) => other.customers.create(caller, { name: 'Created', customerGroupId }),
    (customerGroupId: string) => other.customers.update(caller, id, { name: 'Moved', customerGroupId }),
  ];
  for (const name of naming) {
    const group = newId();
    await sql.write(caller, addGroup.with({ group }));
    const [, named] = await inThisOrder(
      owner,
      tenant,
      () => sql.write(caller, deleteGroup.with({ group })),
      () => refusalOf(name(group)),
    );
    expect(named).toMatchObject({ code: 'validation_failed', errors: { customerGroupId: [expect.any(String)] } });
  }
});

test('whatever creates and deletes come at once, no record refers to one that is gone', async () => {
  const tenant = await NamedTenant.create(databases, database);
  const { caller } = tenant;
  const processes = [tenant, tenant.within(elsewhere)];
  const rounds = Array.from({ length: 60 }, async (_, n) => {
    const [one, two] = n % 2 === 0 ? processes : processes.toReversed();
    const customerId = await tenant.customer(`Customer ${n}`);
    const results = await Promise.allSettled([
      one?.contacts.create(caller, { lastName: 'Contact', customerId }),
      two?.customers.delete(caller, customerId),
      two?.opportunities.create(caller, { name: 'Opportunity', customerId }),
    ]);
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
  });
  await Promise.all(rounds);
  expect(await tenant.danglingReferences()).toBe(0);
});

/** The writes by which a record comes to name a customer. */
function waysToRefer({ caller, contacts, opportunities }: NamedTenant, contact: string) {
  return [
    (customerId: string) => contacts.create(caller, { lastName: 'Created', customerId }),
    (customerId: string) => contacts.update(caller, contact, { lastName: 'Moved', customerId }),
    (customerId: string) => opportunities.create(caller, { name: 'Created', customerId }),
  ];
}

const addGroup = statement(
  'test_add_group',
  `insert into tenant.customer_group (id, code, name, version, created_on, last_modified_on)
   select :group::uuid, :group::uuid::text, 'Group', 1, at, at from (select ${tenantStamp} as at) as stamped`,
);

const deleteGroup = statement(
  'test_delete_group',
  `with stamped as materialized (select ${tenantStamp} as at)
   delete from tenant.customer_group using stamped where id = :group`,
);

const forbidReferrers = statement('test_forbid', 'revoke execute on function cell.ask from rapport_public_api');
const allowReferrers = statement('test_allow', 'grant execute on function cell.ask to rapport_public_api');
