import { advisoryLocks, statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { expect, test } from 'vitest';
import { allRights, ConversionTenant, makingAll } from './testing/conversion-tenant.ts';

const tenantNumber = 1;

const databases = await databasesOfFile();

const tenant = await ConversionTenant.create(databases, tenantNumber);

test('an opportunity that is stepped behind a conversion which changes the names of its customer and contact shows the new ones', async () => {
  const context = tenant.caller();
  const { stores, conversion } = tenant;
  const customer = await tenant.make(context, stores.customers, { name: 'Before' });
  const contact = await tenant.make(context, stores.contacts, { lastName: 'Before', customerId: customer });
  const lead = await tenant.make(context, stores.leads, { companyName: 'After', lastName: 'After' });
  const refers = { customerId: customer, contactId: contact, leadId: lead };
  const opportunity = await tenant.make(context, stores.opportunities, { name: 'A deal', ...refers });
  const request = {
    ...makingAll(lead),
    targets: {
      customer: { mode: 'existing', existingId: customer },
      contact: { mode: 'existing', existingId: contact },
      opportunity: { mode: 'none' },
    },
    overwritesExisting: true,
  } as const;
  const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant({ number: tenantNumber, cell: 'cell' });
  const work: Promise<unknown>[] = [];
  await owner.transaction(context, async (sql) => {
    await sql.query(context, lock);
    for (const begin of [
      () => conversion.execute(context, request, allRights),
      () => stores.opportunities.step(context, opportunity, 'qualification', { permissions: [] }),
    ]) {
      work.push(begin());
      await expect.poll(() => sql.query(context, waiting), { interval: 2 }).toEqual([{ n: work.length }]);
    }
  });
  await Promise.all(work);
  expect(await owner.query(context, namesOf.with({ id: opportunity }))).toEqual([
    { stage: 'qualification', customer: 'After', contact: 'After', lead: 'After' },
  ]);
});

const lock = statement('test_lock', `select pg_advisory_xact_lock(${advisoryLocks.tenantWrites}, :tenant)`);

const waiting = statement(
  'test_waiting',
  `select count(*)::int as n from pg_locks
   where locktype = 'advisory' and classid = ${advisoryLocks.tenantWrites} and objid = :tenant and not granted
     and database = (select oid from pg_database where datname = current_database())`,
);

const namesOf = statement(
  'test_names_of',
  `select stage, customer_name as customer, contact_name as contact, lead_name as lead
   from tenant.opportunity where id = :id::uuid`,
);
