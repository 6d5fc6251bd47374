import { join } from 'node:path';
import type * as database from '@rapport/database';
import { statement, type Sent, type TenantSql } from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import { composedStatements, databasesOfFile, type PlanSession } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { contactsLike, customersLike, type CandidateRow } from './matches.ts';
import { ConversionTenant } from './testing/conversion-tenant.ts';
import type { Values } from './values.ts';

// The statements of a conversion are remembered when they are composed, so no list of them is kept here.
vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

/** A tenant's definitions of custom fields, which are few. */
const smallTables = ['custom_field'];
const fieldsInOrder = 'Sort by resource, display_order';
const records = 10_000;

const databases = await databasesOfFile();
let tenant: ConversionTenant;
let early: PlanSession;
let owner: TenantSql;

beforeAll(async () => {
  tenant = await ConversionTenant.create(databases, 1);
  const context = tenant.caller();
  const times = { postgresQueryMs: 60_000 };
  owner = databases.connect('rapport_owner', { poolSize: 1, times }).tenant(context.tenant);
  early = await openSession();
  await dearPlans(early);
  await fill();
});

test('no plan of what a conversion reads and changes sorts, or reads records without an index that finds them, whenever it was made', async () => {
  expect(await dearPlans(early), 'made while the tenant was empty').toEqual({});
  expect(await dearPlans(await openSession()), 'made without statistics').toEqual({});
  await owner.query(tenant.caller(), letAnalyse);
  expect(await dearPlans(await openSession()), 'made with statistics').toEqual({});
});

const customer: Values = {
  taxNumber: 't5000',
  email: 'Office6000@company.test',
  phone: '(90) 216-7000',
  name: 'COMPANY 8000',
};
const contact: Values = {
  email: 'Person6000@people.test',
  phone: '90 212 7000',
  mobilePhone: '+90 (532) 8000',
  firstName: 'ali',
  lastName: 'person9000',
};

describe.each(['customers', 'contacts'] as const)('of 10,000 %s', (kind) => {
  const [like, all] = kind === 'customers' ? [customersLike, customer] : [contactsLike, contact];
  const each = Object.entries(all).filter(([member]) => member !== 'firstName');

  test.each(each)('those of the same %s are found without a look at others', async (member, value) => {
    const values = member === 'lastName' ? { firstName: all['firstName'], lastName: value } : { [member]: value };
    await expectFew(like(tenant.caller(), values), 1);
  });

  test('those that are alike in anything are found without a look at others', async () => {
    await expectFew(like(tenant.caller(), all), 4);
  });

  test('none is looked at where nothing is given, or nothing is alike', async () => {
    await expectFew(like(tenant.caller(), {}), 0);
    await expectFew(like(tenant.caller(), { email: `${newId()}@company.test`, phone: '1', name: newId() }), 0);
  });
});

/** The statement gives so many records, and reads little beside them. */
async function expectFew(like: Sent, found: number): Promise<void> {
  const context = tenant.caller();
  const sql = databases.connect('rapport_application_api', { poolSize: 1 }).tenant(context.tenant);
  expect(await sql.query<CandidateRow>(context, like)).toHaveLength(found);
  const session = await openSession();
  const { rows, buffers, readings } = await session.measure(like, 1);
  expect(rows, readings.join(', ')).toBeLessThanOrEqual(40);
  expect(buffers, readings.join(', ')).toBeLessThan(5_000);
}

function openSession(): Promise<PlanSession> {
  return databases.planSession('cell', 'rapport_application_api', smallTables);
}

/** The rows that an index finds may be dropped: a lead has few activities and members. */
async function dearPlans(session: PlanSession): Promise<Record<string, string[]>> {
  const all = composedStatements(join(import.meta.dirname, '../../..')).filter(({ name }) =>
    name.startsWith('conversion_'),
  );
  expect(all.length).toBeGreaterThan(9);
  const found: Record<string, string[]> = {};
  for (const each of all) {
    const steps = (await session.dearSteps(each, 1)) ?? ['the service may not run it'];
    const dear = steps.filter((step) => !step.includes(' for those with ') && step !== fieldsInOrder);
    if (dear.length > 0) {
      found[each.name] = dear;
    }
  }
  return found;
}

/**
 * Fills a tenant with so many customers and contacts, each with a name, an address and a phone number of its own, and as
 * many activities and members of campaigns, which belong to a hundred leads.
 */
async function fill(): Promise<void> {
  const context = tenant.caller();
  for (const addition of [addCustomers, addContacts, addLeads, addActivities, addMembers]) {
    await owner.query(context, addition.with({ records }));
  }
}

const standard = `uuidv7(), 1, now() - n * interval '1 minute', now() - n * interval '1 minute'`;
const standardColumns = 'id, version, created_on, last_modified_on';
const numbers = 'from generate_series(1, :records::int) n';

const addCustomers = statement(
  'test_add_customers',
  `with added as (
     insert into tenant.customer (${standardColumns}, code, name, email, email_key, phone, tax_number)
     select ${standard}, 'C-' || n, 'Company ' || n, 'office' || n || '@company.test', 'office' || n || '@company.test', '+90 216 ' || n, 'T' || n
     ${numbers} returning *
   )
   insert into tenant.search_text (resource, record_id, folded)
   select 1, id, cell.search_text(code, name, email, phone, tax_number) from added`,
);

const addContacts = statement(
  'test_add_contacts',
  `with added as (
     insert into tenant.contact (${standardColumns}, first_name, last_name, email, email_key, phone, mobile_phone)
     select ${standard}, 'Ali', 'Person' || n, 'person' || n || '@people.test', 'person' || n || '@people.test', '+90 212 ' || n, '+90 532 ' || n
     ${numbers} returning *
   )
   insert into tenant.search_text (resource, record_id, folded)
   select 2, id, cell.search_text(first_name, last_name, email, phone, mobile_phone) from added`,
);

const addLeads = statement(
  'test_add_leads',
  `insert into tenant.lead (${standardColumns}, company_name) select ${standard}, 'Lead ' || n
   from generate_series(1, least(:records::int, 100)) n`,
);

const leads = '(select array_agg(id order by id) as ids from tenant.lead) leads';

const addActivities = statement(
  'test_add_activities',
  `insert into tenant.activity (${standardColumns}, subject, lead_id)
   select ${standard}, 'Call ' || n, leads.ids[1 + n % 100] ${numbers}, ${leads}`,
);

const addMembers = statement(
  'test_add_members',
  `insert into tenant.campaign_member (${standardColumns}, campaign_id, lead_id)
   select ${standard}, uuidv7(), leads.ids[1 + n % 100] ${numbers}, ${leads}`,
);

const letAnalyse = statement(
  'test_analyse',
  `do $$ declare t regclass; begin
     for t in select oid::regclass from pg_class where relkind = 'r' and relnamespace::regnamespace::text = ':schema'
     loop execute format('analyze %s', t); end loop;
   end $$`,
);
