import { schemaName, statement, type Database, type TenantSql } from '@rapport/database';
import type { TestDatabases } from '@rapport/database/testing';
import { newId, type RequestContext } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { nameCopies } from '../defining/definition.ts';
import { CursorCodec } from '../reading/pages/cursor.ts';
import { SyncedRecords } from '../stores/synced-records.ts';
import { customerDefinition, type CustomerColumns } from './customers.ts';
import {
  contactSurface,
  leadSurface,
  namedContacts,
  namedLeads,
  namedOpportunities,
  namedRecords,
  opportunitySurface,
} from './named-records.ts';
import { cursorKey } from './tenant.ts';

/** A tenant with the stores of resources whose records show names of each other. */
export class NamedTenant {
  readonly number: number;
  readonly sql: TenantSql;
  readonly customers: SyncedRecords<CustomerColumns>;
  readonly contacts: SyncedRecords<typeof namedContacts.columns>;
  readonly leads: SyncedRecords<typeof namedLeads.columns>;
  readonly opportunities: SyncedRecords<typeof namedOpportunities.columns>;
  readonly caller: RequestContext;

  constructor(number: number, database: Database) {
    const needs = { database, cursors: new CursorCodec(cursorKey), all: namedRecords };
    const tenant = { id: newId(), number, cell: 'cell' };
    this.number = number;
    this.sql = database.tenant(tenant);
    this.customers = new SyncedRecords(
      customerDefinition,
      { shows: ['id', 'name'], writes: ['code', 'name', 'customerGroupId'] },
      needs,
    );
    this.contacts = new SyncedRecords(namedContacts, contactSurface, needs);
    this.leads = new SyncedRecords(namedLeads, leadSurface, needs);
    this.opportunities = new SyncedRecords(namedOpportunities, opportunitySurface, needs);
    this.caller = callerOf(tenant, undefined, { clientId: newId() });
  }

  static async create(databases: TestDatabases, database: Database): Promise<NamedTenant> {
    const number = (tenants += 1);
    await databases.createTenant(number);
    return new NamedTenant(number, database);
  }

  async customer(name: string, ownerId: string | null = null, teamId: string | null = null): Promise<string> {
    const id = newId();
    await this.sql.write(this.caller, addCustomer.with({ id, name, ownerId, teamId }));
    return id;
  }

  async lead(companyName: string): Promise<string> {
    const id = newId();
    await this.sql.write(this.caller, addLead.with({ id, companyName }));
    return id;
  }

  /** Contacts of one owner, with the customer's name as it is. */
  async addContacts(
    count: number,
    customerId: string,
    owner: { id?: string; teamId?: string } = {},
  ): Promise<string[]> {
    const values = { count, customerId, id: owner.id ?? null, teamId: owner.teamId ?? null };
    const rows = await this.sql.write<{ id: string }>(this.caller, addContacts.with(values));
    return rows.map(({ id }) => id);
  }

  async addOpportunities(
    count: number,
    refers: Partial<Record<'customer' | 'contact' | 'lead', string>>,
  ): Promise<string[]> {
    const { customer = null, contact = null, lead = null } = refers;
    const values = { count, customer, contact, lead };
    const rows = await this.sql.write<{ id: string }>(this.caller, addOpportunities.with(values));
    return rows.map(({ id }) => id);
  }

  /** The tenant in another process. */
  within(database: Database): NamedTenant {
    return new NamedTenant(this.number, database);
  }

  /** The copies that differ from the name that they are copied from. */
  async staleCopies(): Promise<number> {
    const [row] = await this.sql.query<{ n: number }>(this.caller, staleCopies);
    return row?.n ?? 0;
  }

  /** The references that name a record. */
  async references(): Promise<number> {
    const [row] = await this.sql.query<{ n: number }>(this.caller, references);
    return row?.n ?? 0;
  }

  /** The references that name a record that is not there. */
  async danglingReferences(): Promise<number> {
    const [row] = await this.sql.query<{ n: number }>(this.caller, danglingReferences);
    return row?.n ?? 0;
  }

  /** The number of an owner's customers and contacts in each team. */
  async recordsOf(ownerId: string): Promise<Record<string, number>> {
    const rows = await this.sql.query<{ teamId: string; n: number }>(this.caller, recordsOf.with({ ownerId }));
    return Object.fromEntries(rows.map(({ teamId, n }) => [teamId, n]));
  }

  /** The number of records of each table by version. */
  async versions(): Promise<Record<string, Record<string, number>>> {
    const rows = await this.sql.query<{ name: string; version: number; n: number }>(this.caller, versions);
    const found: Record<string, Record<string, number>> = {};
    for (const { name, version, n } of rows) {
      found[name] = { ...found[name], [version]: n };
    }
    return found;
  }

  /** A change that makes every statement fail that looks for contacts. */
  breaking(): string {
    return `alter table ${schemaName(this.number)}.contact rename to gone`;
  }

  /** The open rows of the tenant. */
  async openRows(): Promise<number> {
    const [row] = await this.sql.query<{ n: number }>(this.caller, openRows);
    return row?.n ?? 0;
  }

  /** The members that the changes of a record in the outbox name, the earliest change first. */
  async changesOf(id: string): Promise<(string[] | null)[]> {
    const rows = await this.sql.query<{ changes: string[] | null }>(this.caller, changesOf.with({ id }));
    return rows.map(({ changes }) => changes);
  }

  /** The versions of records without a change in the outbox, where none was deleted. */
  async versionsWithoutChange(): Promise<number> {
    const [row] = await this.sql.query<{ n: number }>(this.caller, versionsWithoutChange);
    return row?.n ?? 0;
  }
}

let tenants = 1_000;

const stamped = `stamped as materialized (select cell.stamp(:tenant, 'tenant.clock') as at)`;
const created = (resource: number): string =>
  `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
   select uuidv7(), :tenant, ${resource}, id, 'created', version, last_modified_on from written`;

const addCustomer = statement(
  'test_add_customer',
  `with ${stamped},
written as (
  insert into tenant.customer (id, code, name, owner_user_id, team_id, version, created_on, last_modified_on)
  select :id::uuid, :id::text, :name::text, :ownerId::uuid, :teamId::uuid, 1, at, at from stamped returning *
)
${created(1)}`,
);

const addLead = statement(
  'test_add_lead',
  `with ${stamped},
written as (
  insert into tenant.lead (id, company_name, version, created_on, last_modified_on)
  select :id::uuid, :companyName::text, 1, at, at from stamped returning *
)
${created(3)}`,
);

const addContacts = statement(
  'test_add_contacts',
  `with ${stamped},
source as materialized (
  select source.id, source.name from stamped, tenant.customer source where source.id = :customerId::uuid for share of source
),
written as (
  insert into tenant.contact
    (id, last_name, customer_id, customer_name, owner_user_id, team_id, version, created_on, last_modified_on)
  select uuidv7(), 'Contact ' || n, source.id, source.name, :id::uuid, :teamId::uuid, 1, at, at
  from stamped, source, generate_series(1, :count::int) n returning *
),
queued as (
  ${created(2)}
)
select id from written`,
);

const addOpportunities = statement(
  'test_add_opportunities',
  `with ${stamped},
customer as materialized (
  select source.id, source.name from stamped, tenant.customer source where source.id = :customer::uuid for share of source
),
contact as materialized (
  select source.id, source.name from stamped, tenant.contact source where source.id = :contact::uuid for share of source
),
lead as materialized (
  select source.id, source.name from stamped, tenant.lead source where source.id = :lead::uuid for share of source
),
written as (
  insert into tenant.opportunity (id, name, probability, customer_id, customer_name, contact_id, contact_name, lead_id,
    lead_name, version, created_on, last_modified_on)
  select uuidv7(), 'Opportunity ' || n, 10, customer.id, customer.name, contact.id, contact.name, lead.id, lead.name,
    1, at, at
  from stamped left join customer on true left join contact on true left join lead on true,
    generate_series(1, :count::int) n
  returning *
),
queued as (
  ${created(4)}
)
select id from written`,
);

const staleCopies = statement(
  'test_stale_copies',
  `select (${namedRecords
    .flatMap((definition) =>
      nameCopies(definition).map(
        ({ column, copy, resource }) => `(select count(*) from tenant.${definition.resource.table} record
          left join tenant.${resource.table} source on source.id = record.${column}
          where record.${copy} is distinct from source.name)`,
      ),
    )
    .join(' + ')})::int as n`,
);

const references = statement('test_references', `select (${countOfReferences(() => 'true')})::int as n`);

const danglingReferences = statement(
  'test_dangling',
  `select (${countOfReferences((table, column) => `not exists (select from tenant.${table} where id = ${column})`)})::int as n`,
);

const recordsOf = statement(
  'test_records_of',
  `select team_id as "teamId", count(*)::int as n from (
     select team_id from tenant.customer where owner_user_id = :ownerId
     union all
     select team_id from tenant.contact where owner_user_id = :ownerId
   ) owned group by team_id`,
);

const versions = statement(
  'test_versions',
  namedRecords
    .map(
      ({ resource: { table } }) =>
        `select '${table}' as name, version, count(*)::int as n from tenant.${table} group by version`,
    )
    .join('\nunion all\n'),
);

const openRows = statement('test_open_rows', 'select count(*)::int as n from cell.fan_out where tenant = :tenant');

const changesOf = statement(
  'test_changes_of',
  'select changes from cell.outbox where tenant = :tenant and record_id = :id::uuid order by version',
);

const versionsWithoutChange = statement(
  'test_versions_without_change',
  `select (${namedRecords
    .map(
      ({ resource: { table, number } }) => `(select coalesce(sum(version), 0) from tenant.${table})
        - (select count(distinct (record_id, version)) from cell.outbox where tenant = :tenant and resource = ${number})`,
    )
    .join(' + ')})::int as n`,
);

function countOfReferences(condition: (table: string, column: string) => string): string {
  return namedRecords
    .flatMap((definition) =>
      nameCopies(definition).map(
        ({ column, resource }) => `(select count(*) from tenant.${definition.resource.table} record
          where ${column} is not null and ${condition(resource.table, `record.${column}`)})`,
      ),
    )
    .join(' + ');
}
