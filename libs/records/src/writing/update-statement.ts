import { statement } from '@rapport/database';
import { literal } from '../column.ts';
import type { RecordDefinition, Referrer } from '../definition.ts';
import { definitionsNumber } from '../custom-field-sets.ts';
import { changedValues } from '../custom-values.ts';
import { copyVisibleTo } from '../copied-name.ts';
import { externalIdOf, isHeld } from '../external-id.ts';
import { Parameters, type WriteStatement } from '../parameters.ts';
import type { RecordRules } from '../rules.ts';
import { hasOwner } from '../target.ts';
import { visibleTo } from '../visibility.ts';
import { bodyColumns, nextValue, ownerMember, teamOf, type BodyColumn } from './body-columns.ts';
import { outboxInsert } from './outbox-row.ts';
import { obstaclesOf } from './obstacles.ts';
import { steppedColumns } from './stepped-columns.ts';
import { gate, heldReferences, looks, seenAs, wrongReferences, type HeldReference } from './references.ts';
import { changedSearchText, isTextChanged } from './search-text.ts';
import type { WrittenSurface } from './written-surface.ts';

export type UpdateOutcome =
  | 'redefined'
  | 'changed'
  | 'same'
  | 'invalid'
  | 'stale'
  | 'immutable'
  | 'taken'
  | 'frozen'
  | 'cycle'
  | 'step'
  | 'again';

/** The columns of the answer in front of the record's own: outcome, wrong, raced, renamed. */
export const updateHeadColumns = 4;

/**
 * No row: the record is not there, or not visible. `redefined`: the definitions of custom fields are other ones than those
 * that the body was held to, and nothing was done. `same`: nothing was written, no lock taken. `changed`: done; when
 * `raced` another write came in between, and the answer must be read anew, because the external id is of the snapshot;
 * when `renamed` other records show what this one was before, and cell.fan_out says so. `invalid`: what `wrong` names is
 * not there. `stale`, `immutable`, `taken`, `frozen`, `cycle`, `step` between states: refused. `again`: the record or what it refers to changed, left the
 * view or was deleted while the statement waited for the lock, and nothing was done: it must run again. So it must
 * after a 23505 of the external ids. A 23505 of any other index is one of the resource's own constraints. `at` is a
 * stamp that its transaction took before.
 */
export function updateStatement(
  definition: RecordDefinition,
  surface: UpdatedSurface,
  rules: RecordRules,
): WriteStatement {
  const { body, hasExternalIds, hasCustomFields } = surface;
  const parameters = new Parameters();
  const places: Places = {
    id: parameters.add('id', 'uuid'),
    scope: parameters.add('scope', 'text'),
    viewer: parameters.add('viewer', 'uuid'),
    client: hasExternalIds ? parameters.add('client', 'uuid') : 'null',
    versions: parameters.add('versions', 'bigint[]'),
    externalIdSent: hasExternalIds ? parameters.add('externalIdSent', 'boolean') : 'false',
    externalId: hasExternalIds ? parameters.add('externalId', 'text') : 'null',
    actor: parameters.add('actor', 'uuid'),
    traceparent: parameters.add('traceparent', 'text'),
    definitions: hasCustomFields ? parameters.add('definitions', 'bigint') : '0',
    customFields: hasCustomFields ? parameters.add('customFields', 'jsonb') : 'null',
    cleared: hasCustomFields ? parameters.add('cleared', 'text[]') : 'null',
    at: parameters.add('at', 'timestamptz'),
  };
  const columns = bodyColumns(definition, body, (member, type) => parameters.add(member, type));
  const held = heldReferences(definition, columns);
  const text = [
    `with ${judgement(definition, surface, places, columns, rules)}`,
    gate(columns, held, places),
    change(definition, surface, places, columns, held),
    traces(definition, surface, places) + changedSearchText(definition),
    answer(definition, surface, places, columns, held),
  ].join(',\n');
  return { statement: statement(`${definition.resource.name}_update`, text), parameters };
}

export interface UpdatedSurface extends WrittenSurface {
  /** The definitions whose records show names of this resource's records. */
  readonly bearers: readonly Referrer[];
}

type Place =
  | 'id'
  | 'scope'
  | 'viewer'
  | 'client'
  | 'versions'
  | 'externalIdSent'
  | 'externalId'
  | 'actor'
  | 'traceparent'
  | 'definitions'
  | 'customFields'
  | 'cleared'
  | 'at';
type Places = Readonly<Record<Place, string>>;

/** The record before the update, the verdict on the update, and the stamp where the verdict allows it. */
function judgement(
  definition: RecordDefinition,
  surface: UpdatedSurface,
  places: Places,
  columns: readonly BodyColumn[],
  { stamp }: RecordRules,
): string {
  const { resource, freeze } = definition;
  const { id, client, versions, externalIdSent, externalId, at } = places;
  const ofClient = surface.hasExternalIds
    ? `${externalIdOf(resource.number, 'record.id', client)} as external_id,
    exists (select from tenant.external_id where ${isHeld(resource.number, externalId, client)}) as held`
    : `null::text as external_id, false as held`;
  const definitions = surface.hasCustomFields ? definitionsNumber(resource.number) : '0';
  const obstacles = obstaclesOf(definition, columns, id, 'null');
  const isNew = ({ name, place }: BodyColumn): string =>
    `${place} is distinct from record.${name} and ${place} is not null`;
  return `before as materialized (
  select record.*, ${ofClient},
    ${wrongReferences(columns, places, isNew, ({ name }) => `record.${name}`)} as wrong,
    ${differs(columns, surface, places, 'null')} as differs, ${definitions} as definitions, ${freeze?.when ?? 'false'} as is_frozen${obstacles.map(({ outcome, is }) => `, ${is} as is_${outcome}`).join('')}
  from tenant.${resource.table} record
  where id = ${id} and ${visibleTo(definition, places, 'record')}
),
verdict as materialized (
  select version as version_seen, external_id, wrong, differs, definitions, is_frozen,${obstacles.map(({ outcome }) => ` is_${outcome},`).join('')}
    ${versions} is not null and not version = any (${versions}) as stale,
    ${externalIdSent} and external_id is not null and external_id is distinct from ${externalId} as immutable,
    external_id is null and held as taken,
    ${externalIdSent} and ${externalId} is not null and external_id is null as sets
  from before
),
stamped as materialized (
  select coalesce(${at}, ${stamp('1')}) as at from verdict
  where definitions = ${places.definitions} and wrong = '{}' and not stale and not immutable and not taken and not is_frozen${obstacles.map(({ outcome }) => ` and not is_${outcome}`).join('')} and (sets or differs)
)`;
}

/** The update, which judges the row once more as it is behind the lock. It copies every name anew. */
function change(
  definition: RecordDefinition,
  surface: UpdatedSurface,
  places: Places,
  columns: readonly BodyColumn[],
  held: readonly HeldReference[],
): string {
  const { resource, freeze } = definition;
  const { id, versions } = places;
  const copies = held.map(({ copy }) => `${copy} = gate.${copy}`);
  const custom = surface.hasCustomFields ? [`custom_fields = ${nextCustomFields(places)}`] : [];
  const sets = [
    ...columns.map((own) => `${own.name} = ${nextValue(columns, own, 'record', 'gate.at')}`),
    ...copies,
    ...custom,
    ...steppedColumns(definition, columns).map(({ name, value }) => `${name} = ${value}`),
  ];
  const stays = [
    ...held.map(({ own }) => `(${own.place} is null or gate.${seenAs(own)} or record.${own.name} = ${own.place})`),
    ...looks(columns, places, 'gate.at', ({ name }) => `record.${name}`),
    ...obstaclesOf(definition, columns, id, 'gate.at').map(({ is }) => `not ${is}`),
  ].map((predicate) => `\n    and ${predicate}`);
  return `written as (
  update tenant.${resource.table} record set ${sets.join(', ')},
    ${teamSet(columns)}
    version = record.version + 1, last_modified_on = gate.at
  from gate, verdict
  where record.id = ${id} and ${visibleTo(definition, places, 'record')}
    and (${versions} is null or record.version = any (${versions})) and not (${freeze?.when ?? 'false'})
    and (sets or ${differs(columns, surface, places, 'gate.at')})${stays.join('')}
  returning new.*, old.version as version_before,${hasOwner(definition) ? ' old.owner_user_id as owner_before, old.team_id as team_before,' : ''}
    ${surface.bearers.length > 0 ? 'old.name as name_before, ' : ''}${isTextChanged(definition)}to_jsonb(array_remove(array[${changed(definition, columns, surface, held).join(', ')}], null)) as changes
)`;
}

/** A record that changes its owner goes into the team of the new one. */
function teamSet(columns: readonly BodyColumn[]): string {
  const owner = columns.find(({ member }) => member === ownerMember)?.place;
  if (owner === undefined) {
    return '';
  }
  const isMoved = `${owner} is not null and ${owner} is distinct from record.owner_user_id`;
  return `team_id = case when ${isMoved} then ${teamOf(owner, 'gate.at')} else record.team_id end,`;
}

/** What changed, by the members that show it. */
function changed(
  definition: RecordDefinition,
  columns: readonly BodyColumn[],
  { hasCustomFields }: UpdatedSurface,
  held: readonly HeldReference[],
): string[] {
  const own = [...columns, ...(hasCustomFields ? [{ member: 'customFields', name: 'custom_fields' }] : [])];
  const copied = held.map(({ copy, own: { column } }) => ({ member: column.shownAs ?? '', name: copy }));
  return [...own, ...copied, ...steppedColumns(definition, columns)].map(
    ({ member, name }) => `case when old.${name} is distinct from new.${name} then '${member}' end`,
  );
}

/** The external id, the outbox row, and what has to be stamped because it shows the record's former name. */
function traces(
  definition: RecordDefinition,
  { bearers, hasExternalIds }: UpdatedSurface,
  { client, externalId, actor, traceparent }: Places,
): string {
  const { number } = definition.resource;
  const owners = {
    owner_before: 'owner_before',
    owner_after: 'owner_user_id',
    team_before: 'team_before',
    team_after: 'team_id',
  };
  const queued = outboxInsert(number, 'updated', 'written, verdict', {
    ...(hasOwner(definition) && owners),
    actor,
    changes: hasExternalIds
      ? `case when sets then changes || jsonb_build_array('externalId') else changes end`
      : 'changes',
    traceparent,
  });
  const isRenamed = 'row(name, owner_user_id, team_id) is distinct from row(name_before, owner_before, team_before)';
  const fanned = `,
fanned as materialized (
  select cell.open_fan_out(:tenant, ${number}, id, last_modified_on) from written
  where ${isRenamed} and (${shownBy(bearers).join(' or ')})
)`;
  const external = `external as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select ${number}, id, ${client}, ${externalId} from written, verdict where sets
),
`;
  return `${hasExternalIds ? external : ''}queued as (
  ${queued}
)${bearers.length > 0 ? fanned : ''}`;
}

/** Whether a record shows a name of the written one: each kind is asked by itself, because it is planned each time. */
function shownBy(bearers: readonly Referrer[]): string[] {
  return bearers.flatMap(({ definition, columns }) =>
    columns.map((column) => {
      const query = `select true from tenant.${definition.resource.table} where ${column} = $1 limit 1`;
      return `cell.is_there(${literal(query)}, id, last_modified_on)`;
    }),
  );
}

/** The outcome, and the record as the caller may see it. */
function answer(
  definition: RecordDefinition,
  { shape, bearers }: UpdatedSurface,
  places: Places,
  columns: readonly BodyColumn[],
  held: readonly HeldReference[],
): string {
  const obstacles = obstaclesOf(definition, columns, places.id, 'null');
  const behindLock = shape.columns(({ member, copy }) => {
    const own = held.find((reference) => reference.own.member === member)?.own;
    return own ? `case when gate.${seenAs(own)} then record.${copy} end` : 'null';
  });
  const inSnapshot = shape.columns(copyVisibleTo(places));
  return `shown as (
  select ${behindLock}, coalesce(verdict.external_id, ${places.externalId}) as external_id, record.version,
    verdict.definitions
  from written record, verdict, gate
  union all
  select ${inSnapshot}, external_id, version, definitions from before record where not exists (select from written)
)
select case when verdict.definitions <> ${places.definitions} then 'redefined'
    when written.id is not null then 'changed' when wrong <> '{}' then 'invalid' when stale then 'stale'
    when immutable then 'immutable' when taken then 'taken' when not (sets or differs) then 'same'
    when is_frozen then 'frozen'${obstacles.map(({ outcome }) => ` when is_${outcome} then '${outcome}'`).join('')} else 'again' end as outcome,
  array_to_string(wrong, ',') as wrong, coalesce(version_before <> version_seen, false) as raced,
  ${bearers.length > 0 ? 'exists (select from fanned)' : 'false'} as renamed, shown.*
from verdict cross join shown left join written on true`;
}

/** The stored values of the custom fields after the update, which are the present ones where it lists none. */
function nextCustomFields({ customFields, cleared }: Places): string {
  const changed = changedValues('record.custom_fields', customFields, cleared);
  return `case when ${customFields} is null then record.custom_fields else ${changed} end`;
}

/** Whether the body says anything new of the record. `at` is the stamp, or null before there is one. */
function differs(
  columns: readonly BodyColumn[],
  { hasCustomFields }: UpdatedSurface,
  places: Places,
  at: string,
): string {
  const have = columns.map(({ name }) => `record.${name}`);
  const want = columns.map((own) => nextValue(columns, own, 'record', at));
  const [stored, next] = hasCustomFields ? [['record.custom_fields'], [nextCustomFields(places)]] : [[], []];
  return `row(${[...have, ...stored].join(', ')}) is distinct from row(${[...want, ...next].join(', ')})`;
}
