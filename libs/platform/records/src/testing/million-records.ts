import { statement, type TenantSql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { changeColumns } from '../stamping/outbox-row.ts';
import { fillTenant } from './large-tenant.ts';

/** The values to measure statements with, taken from the middle of what was made. */
export interface Sample {
  readonly client: string;
  readonly ownerId: string;
  /** An owner of three records of each resource. */
  readonly rareOwnerId: string;
  readonly teamId: string;
  /** The customer that 10,000 contacts and 2,000 opportunities show. */
  readonly renamedId: string;
  readonly positions: Readonly<Record<number, Position>>;
  readonly items: Readonly<Record<number, Position>>;
}

/** A time in the middle, and the id of what has it. */
export interface Position {
  readonly time: string;
  readonly id: string;
}

const owners = 50;

/** Fills a tenant with so many records of all resources, a third of them customers, and four items for three records. */
export async function fillWithMillion(owner: TenantSql, context: CallContext, records: number): Promise<Sample> {
  await fillTenant(owner, context, { records: Math.floor((records * 33) / 100), owners });
  await owner.query(context, addOwnedLeads.with({ leads: Math.floor(records / 150) }));
  await owner.query(context, addItems);
  await owner.query(context, giveRareOwner);
  await owner.query(
    context,
    giveDependents.with({ contacts: Math.floor(records / 100), opportunities: Math.floor(records / 500) }),
  );
  const [sample] = await owner.query<Omit<Sample, 'positions' | 'items'>>(context, chooseSample);
  const found = await owner.query<Position & { resource: number; isItem: boolean }>(context, choosePositions);
  if (!sample) {
    throw new Error('The tenant has nothing to measure with.');
  }
  const positions = (isItem: boolean): Record<number, Position> =>
    Object.fromEntries(found.flatMap((row) => (row.isItem === isItem ? [[row.resource, row]] : [])));
  return { ...sample, positions: positions(false), items: positions(true) };
}

const addOwnedLeads = statement(
  'test_add_owned_leads',
  `insert into tenant.lead (id, company_name, owner_user_id, team_id, version, created_on, last_modified_on)
   select uuidv7(), 'Lead', owner_user_id, team_id, 1, last_modified_on, last_modified_on
   from tenant.customer limit :leads::int`,
);

const columns = changeColumns.filter((column) => column !== 'actor' && column !== 'changes').join(', ');
const item = (resource: number, table: string): string =>
  `select uuidv7(), ${resource}, id, 'updated', version, last_modified_on, owner_user_id, owner_user_id, team_id, team_id
   from tenant.${table}`;

/** An item for each record that is no customer; customers have two each. */
const addItems = statement(
  'test_add_items',
  `insert into tenant.change_feed (${columns})
   ${item(2, 'contact')} union all ${item(3, 'lead')} union all ${item(4, 'opportunity')}`,
);

const rare = `'00000000-0000-4000-8000-0000000000ff'`;
const toRareOwner = (table: string): string => `(
     update tenant.${table} set owner_user_id = ${rare}, version = version + 1,
       last_modified_on = last_modified_on + interval '2 microseconds'
     where id in (select id from tenant.${table} where owner_user_id is not null limit 3) returning id
   )`;

/** Three records of each resource for an owner that has no others. */
const giveRareOwner = statement(
  'test_give_rare_owner',
  `with customers as ${toRareOwner('customer')}, contacts as ${toRareOwner('contact')},
     leads as ${toRareOwner('lead')}, opportunities as ${toRareOwner('opportunity')}
   select 1`,
);

const toOneCustomer = (table: string, limit: string): string => `(
     update tenant.${table} set customer_id = chosen.id, customer_name = 'Former', version = version + 1,
       last_modified_on = last_modified_on + interval '2 microseconds'
     from chosen where ${table}.id in (select id from tenant.${table} order by last_modified_on limit ${limit})
     returning ${table}.id
   )`;

/** One customer that many show, and whose name has just changed. */
const giveDependents = statement(
  'test_give_dependents',
  `with chosen as materialized (select id from tenant.customer where code = 'F-4711'),
     contacts as ${toOneCustomer('contact', ':contacts::int')}, opportunities as ${toOneCustomer('opportunity', ':opportunities::int')}
   insert into cell.fan_out (tenant, resource, record_id, since) select :tenant, 1, id, now() from chosen
   on conflict do nothing`,
  { names: ['contacts', 'opportunities'] },
);

const chooseSample = statement(
  'test_choose_sample',
  `select owner_user_id as "ownerId", team_id as "teamId", ${rare}::uuid as "rareOwnerId",
     (select client_id from tenant.external_id limit 1) as client,
     (select id from tenant.customer where code = 'F-4711') as "renamedId"
   from tenant.customer where code = 'F-1234'`,
);

const middle = (resource: number, table: string, time: string, where: string, isItem: boolean): string =>
  `(select ${resource} as resource, ${isItem} as "isItem", ${time}::text as time, id from tenant.${table} ${where}
   order by ${time} offset (select count(*) / 2 from tenant.${table} ${where}) limit 1)`;

const tables = ['customer', 'contact', 'lead', 'opportunity'];

const choosePositions = statement(
  'test_choose_positions',
  tables
    .flatMap((table, at) => [
      middle(at + 1, table, 'last_modified_on', '', false),
      middle(at + 1, 'change_feed', 'occurred_on', `where resource = ${at + 1}`, true),
    ])
    .join('\n   union all\n   '),
);
