import { recordKinds, synchronised } from '@rapport/crm-records';
import { columnName, hasOwner, nameCopies, type RecordDefinition } from '@rapport/records';
import type { Breach } from '../history/history.ts';

/** A record that breaks an invariant. */
export interface Broken {
  readonly breach: Breach;
  readonly what: string;
  readonly id: string;
  readonly version: string;
  /** The user whose open work in the cell excuses it; null where nothing does. */
  readonly userId: string | null;
}

/**
 * Each invariant of a tenant, however many writes are under way; $1 is its number. It finds the records
 * of which it is not true, of every kind, by what the definitions say of them.
 */
export function cellText(schema: string): string {
  return text.replaceAll(/\btenant\./g, `${schema}.`);
}

const text = [...recordKinds.flatMap(ofKind), oneDefault()].join('\nunion all\n');

function ofKind(definition: RecordDefinition): string[] {
  return [
    ...copies(definition),
    items(definition),
    ...texts(definition),
    ...references(definition),
    externalIds(definition),
    ...teams(definition),
  ];
}

/** A copy that is not the name has an open row of the fan-out, which will reach it by its stamp. */
function copies(definition: RecordDefinition): string[] {
  return nameCopies(definition).map(({ column, copy, resource: { table, number } }) =>
    broken(
      'stale copy',
      definition,
      copy,
      `left join tenant.${table} named on named.id = record.${column}
       where record.${copy} is distinct from named.name and not exists (
         select from cell.fan_out open where open.tenant = $1 and open.resource = ${number}
           and open.record_id = record.${column} and open.since > record.last_modified_on)`,
    ),
  );
}

/** The version of a record has its item in one of the two logs, unless it is purged. */
function items(definition: RecordDefinition): string {
  const { number } = definition.resource;
  const has = (log: string): string =>
    `exists (select from ${log} item where item.resource = ${number} and item.occurred_on = record.last_modified_on
       and item.record_id = record.id and item.version = record.version`;
  return broken(
    'change without item',
    definition,
    'version',
    `join tenant.feed_floor floor on floor.resource = ${number} and record.last_modified_on > floor.purged_to
     where not ${has('tenant.change_feed')}) and not ${has('cell.outbox')} and item.tenant = $1)`,
  );
}

/** The text in which words are looked for is the record's own. */
function texts(definition: RecordDefinition): string[] {
  const { search, resource } = definition;
  if (search === undefined || search.texts.length === 0) {
    return [];
  }
  const columns = search.texts.map((member) => `record.${columnName(member)}`).join(', ');
  return [
    broken(
      'inconsistent',
      definition,
      'search text',
      `left join tenant.search_text searched on searched.resource = ${resource.number} and searched.record_id = record.id
       where searched.folded is distinct from cell.search_text(${columns})`,
    ),
  ];
}

/** A reference leads to what is there. */
function references(definition: RecordDefinition): string[] {
  return Object.entries(definition.columns).flatMap(([member, { target, weakTo }]) => {
    if (target === undefined || weakTo !== undefined) {
      return [];
    }
    const [column, table] = [columnName(member), 'resource' in target ? target.resource.table : target.table];
    return broken(
      'inconsistent',
      definition,
      column,
      `where record.${column} is not null and not exists (select from tenant.${table} target where target.id = record.${column})`,
    );
  });
}

/** An external id that is not marked has its record, which shows it, and shows no other. */
function externalIds(definition: RecordDefinition): string {
  const { name, number, table } = definition.resource;
  const shown = synchronised.includes(definition)
    ? `select id, key as client, value as external_id from tenant.${table}, jsonb_each_text(external_ids)`
    : 'select null::uuid as id, null as client, null as external_id where false';
  return `select 'inconsistent', '${name} external id', coalesce(held.record_id, shown.id)::text, '', null
    from (select record_id, client_id::text as client, external_id from tenant.external_id
      where resource = ${number} and deleted_on is null) as held
    full join (${shown}) as shown
      on (shown.id, shown.client, shown.external_id) = (held.record_id, held.client, held.external_id)
    where held.record_id is null or shown.id is null`;
}

/** A record is in its owner's team, while no work of the owner is open. */
function teams(definition: RecordDefinition): string[] {
  if (!hasOwner(definition)) {
    return [];
  }
  return [
    broken(
      'inconsistent',
      definition,
      'team',
      `left join cell.member owner on owner.tenant = $1 and owner.id = record.owner_user_id
       where record.team_id is distinct from owner.team_id`,
      'record.owner_user_id::text',
    ),
  ];
}

/** A customer with addresses has one default. */
function oneDefault(): string {
  return `select 'inconsistent', 'default address', customer_id::text, '', null from tenant.shipping_address
    group by customer_id having count(*) filter (where is_default) <> 1`;
}

function broken(
  breach: Breach,
  { resource: { name, table } }: RecordDefinition,
  what: string,
  rest: string,
  userId = 'null',
): string {
  return `select '${breach}' as breach, '${name} ${what}' as what, record.id::text as id, record.version::text as version,
      ${userId} as "userId" from tenant.${table} record ${rest}`;
}
