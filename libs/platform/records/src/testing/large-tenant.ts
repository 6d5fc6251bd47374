import { statement, type TenantSql } from '@rapport/database';
import { newId, type CallContext } from '@rapport/kernel';
import { changeColumns } from '../stamping/outbox-row.ts';

/**
 * Fills a tenant like one that has been in use for long: owners in up to eight teams, two clients with external ids
 * of their own, three changes of each record of which one in ten still waits in the outbox, beside four times as many
 * of others. Each customer has a contact and an opportunity; some have other names than those that these show.
 */
export async function fillTenant(
  owner: TenantSql,
  context: CallContext,
  { records, owners }: { records: number; owners: number },
): Promise<void> {
  await owner.query(context, addPeople.with({ owners }));
  const clients = { client: newId(), otherClient: newId() };
  await owner.query(context, addRecords.with({ records, owners, ...clients }));
  await owner.query(context, addContacts);
  await owner.query(context, addLeads.with({ leads: Math.ceil(records / 100) }));
  await owner.query(context, addOpportunities);
  await owner.query(context, addFanOut);
  await owner.query(context, addExternalIds.with(clients));
  await owner.query(context, addKeys.with({ keys: Math.floor(records / 2), ...clients }));
  await owner.query(context, addFeed);
  await owner.query(context, addOutbox);
}

/** Keeps the planner from learning anything new by itself. */
export async function keepStatistics(context: CallContext, owner: TenantSql): Promise<void> {
  await owner.query(context, keep);
}

/** Gives the planner statistics of a tenant and its cell, as the server does by itself in time. */
export async function analyse(context: CallContext, owner: TenantSql): Promise<void> {
  await owner.query(context, letAnalyse);
}

const tables = `select oid::regclass as name from pg_class
  where relkind = 'r' and relnamespace::regnamespace::text in (':schema', 'cell')`;

const keep = statement(
  'test_keep_statistics',
  `do $$ declare t regclass; begin
     for t in ${tables} loop execute format('alter table %s set (autovacuum_enabled = false)', t); end loop;
   end $$`,
);

const letAnalyse = statement(
  'test_analyse',
  `do $$ declare t regclass; begin
     for t in ${tables} loop execute format('analyze %s', t); end loop;
   end $$`,
);

const addPeople = statement(
  'test_add_people',
  `with added as (
     insert into cell.member (tenant, id, team_id, version)
     select number, uuidv7(), ('00000000-0000-4000-8000-00000000000' || n % 8)::uuid, 1
     from generate_series(:tenant, :tenant + 100) number, generate_series(1, :owners::int) n returning tenant, id
   )
   insert into tenant.view (principal_id, number, since) select id, 1, now() from added where tenant = :tenant`,
);

const addRecords = statement(
  'test_add_records',
  `with owners as materialized (
     select array_agg(id) as ids, array_agg(team_id) as teams from cell.member where tenant = :tenant
   )
   insert into tenant.customer (id, code, name, external_ids, owner_user_id, team_id, version, created_on,
     last_modified_on)
   select uuidv7(), 'F-' || n, 'Customer ' || n, jsonb_build_object(:client::text, 'F-' || n)
       || case when n % 10 in (1, 4, 7) then jsonb_build_object(:otherClient::text, 'F-' || n) else '{}' end,
     ids[1 + n % :owners::int], teams[1 + n % :owners::int], 2,
     now() - interval '1 year' + n * interval '5 minutes', now() - interval '1 year' + n * interval '5 minutes'
   from owners, generate_series(1, :records::int) n`,
);

const addContacts = statement(
  'test_add_contacts',
  `insert into tenant.contact (id, customer_id, customer_name, last_name, owner_user_id, team_id, version, created_on,
     last_modified_on)
   select uuidv7(), id, name, 'Contact', owner_user_id, team_id, 2, created_on, last_modified_on from tenant.customer`,
);

const addLeads = statement(
  'test_add_leads',
  `insert into tenant.lead (id, company_name, version, created_on, last_modified_on)
   select uuidv7(), 'Lead', 1, now() - n * interval '1 minute', now() - n * interval '1 minute'
   from generate_series(1, :leads::int) n`,
);

const addOpportunities = statement(
  'test_add_opportunities',
  `with leads as materialized (select array_agg(id) as ids from tenant.lead)
   insert into tenant.opportunity (id, name, probability, customer_id, customer_name, contact_id, contact_name, lead_id,
     lead_name, owner_user_id, team_id, version, created_on, last_modified_on)
   select uuidv7(), 'Opportunity', 10, customer_id, customer_name, id, name,
     leads.ids[1 + row_number() over () % cardinality(leads.ids)], 'Lead', owner_user_id, team_id, 2, created_on,
     last_modified_on
   from tenant.contact, leads`,
);

/** One in a thousand customers, and every tenth lead, of this tenant and of each of a hundred others. */
const addFanOut = statement(
  'test_add_fan_out',
  `insert into cell.fan_out (tenant, resource, record_id, since)
   select number, 1, id, now() from generate_series(:tenant, :tenant + 100) number, tenant.customer
   where right(code, 3) = '777'
   union all
   select number, 3, id, now() from generate_series(:tenant, :tenant + 100) number,
     (select id, row_number() over () as n from tenant.lead) leads where n % 10 = 0`,
);

const addExternalIds = statement(
  'test_add_external_ids',
  `insert into tenant.external_id (resource, record_id, client_id, external_id, deleted_on)
   select 1, id, client::uuid, external_id, case when client = :otherClient::text and code like '%7' then now() end
   from tenant.customer, jsonb_each_text(external_ids) as given (client, external_id)`,
);

const addKeys = statement(
  'test_add_keys',
  `insert into tenant.idempotency_key (client_id, key, fingerprint, status, body, created_on)
   select case when n % 3 = 0 then :client::uuid else :otherClient::uuid end, n::text, '', 201, '{}', now() - n * interval '3 seconds'
   from generate_series(1, :keys::int) n`,
);

const columns = changeColumns.filter((column) => column !== 'actor' && column !== 'changes').join(', ');
const change = (version: string): string => `uuidv7(), 1, customer.id,
  case when ${version} = 1 then 'created' else 'updated' end, ${version},
  last_modified_on + ${version} * interval '1 millisecond', owner_user_id, owner_user_id, team_id, team_id`;

const addFeed = statement(
  'test_add_feed',
  `insert into tenant.change_feed (${columns}) select ${change('n')} from tenant.customer, generate_series(1, 2) n`,
);

const addOutbox = statement(
  'test_add_outbox',
  `insert into cell.outbox (tenant, ${columns})
   select :tenant + n, ${change('3')} from tenant.customer, generate_series(0, 4) n where right(code, 1) = '1'`,
);
