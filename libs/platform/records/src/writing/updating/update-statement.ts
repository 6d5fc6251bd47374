import { statement, type NamedStatement } from '@rapport/database';
import { columnName } from '../../defining/column.ts';
import type { RecordDefinition, Referrer } from '../../defining/definition.ts';
import { definitionsNumber } from '../../defining/custom-field-sets.ts';
import { areTooMany, changedValues } from '../../showing/custom-values.ts';
import { copyVisibleTo } from '../../showing/copied-name.ts';
import { externalIdsColumn, isHeld, shownExternalId, withExternalId } from '../../showing/external-id.ts';
import { askedBehindLock } from '../../stamping/behind-lock.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import { theViewer, visibleTo } from '../../showing/visibility.ts';
import { ownerMember, teamOf } from '../../stamping/record-owner.ts';
import { bodyColumns, keyColumns, nextValue, type BodyColumn } from '../body/body-columns.ts';
import { obstaclesOf } from './obstacles.ts';
import { stampedUpdate, type ColumnSet } from '../../stamping/stamped-update.ts';
import { withExpressions } from '../../stamping/table-expressions.ts';
import { steppedColumns } from '../body/stepped-columns.ts';
import {
  gate,
  heldReferences,
  lookups,
  ownerLookup,
  seenAs,
  wrongReferences,
  type HeldReference,
} from '../body/references.ts';
import type { WrittenSurface } from '../body/written-surface.ts';

/** See `updateStatement`. */
export type UpdateOutcome =
  | ('redefined' | 'changed' | 'same' | 'invalid' | 'stale' | 'immutable')
  | ('taken' | 'frozen' | 'cycle' | 'step' | 'again');

/** The columns of the answer in front of the record's own. */
export const updateHead = ['outcome', 'wrong', 'renamed', 'was'] as const;

/**
 * No row: the record is not there, or not visible. Else one outcome, and nothing was done but for `changed`:
 * - `redefined`: the definitions of custom fields are other ones than those that the body was held to.
 * - `changed`: done. Where `renamed`, other records show what this one was before, and cell.fan_out says so.
 * - `same`: the record was as the body says. No lock was taken.
 * - `invalid`: the things that `wrong` names are not there.
 * - `stale`: the record has another version than the caller knows.
 * - `immutable`: the record has another external id for this client.
 * - `taken`: another record has the external id.
 * - `frozen`: the state of the record refuses every update.
 * - `cycle`: the record would stand above itself.
 * - `step`: no step leads from the state that the record `was` in to that of the body.
 * - `again`: the record, or what it refers to, changed, left the view or was deleted while the statement waited for the
 *   lock. It must run again, as after a 23505 of the external ids; one of any other index is of the resource's own.
 * A caller in a transaction gives `at`, a stamp that this took before.
 */
export function updateStatement(
  definition: RecordDefinition,
  surface: UpdatedSurface,
  rules: RecordRules,
): NamedStatement {
  const columns = bodyColumns(definition, surface.body);
  const keys = keyColumns(definition, surface.body);
  const held = heldReferences(definition, columns);
  const expressions = [
    ...judgement(definition, surface, columns, rules),
    ...gate(columns, held),
    ...change(definition, surface, { columns, keys }, held),
    ...traces(definition, surface),
    shown(surface, held),
  ];
  const text = withExpressions(expressions, answer(definition, surface, columns));
  return statement(`${definition.resource.name}_update`, text);
}

export interface UpdatedSurface extends WrittenSurface {
  /** The definitions whose records show names of this resource's records. */
  readonly dependents: readonly Referrer[];
}

/** The record before the update, the verdict on the update, and the stamp where the verdict allows it. */
function judgement(
  definition: RecordDefinition,
  surface: UpdatedSurface,
  columns: readonly BodyColumn[],
  { stamp }: RecordRules,
): string[] {
  const { resource, freeze } = definition;
  const [isSent, externalId] = externalIdIn(surface);
  const ofClient = surface.hasExternalIds
    ? `${shownExternalId} as external_id,
    exists (select from tenant.external_id where ${isHeld(resource.number, externalId, ':client::uuid')}) as held`
    : `null::text as external_id, false as held`;
  const definitions = surface.hasCustomFields ? definitionsNumber(resource.number) : '0';
  const obstacles = obstaclesOf(definition, columns, 'null');
  const isStepped = obstacles.some(({ outcome }) => outcome === 'step');
  const was = isStepped && definition.states ? columnName(definition.states.member) : 'null::text';
  return [
    `before as materialized (
  select record.*, ${ofClient},
    ${wrongReferences(columns, isNew, ({ name }) => `record.${name}`, surface.hasCustomFields ? haveTooMany : null)} as wrong,
    ${differs(columns, surface, 'null')} as differs, ${definitions} as definitions, ${freeze?.when ?? 'false'} as is_frozen${obstacles.map(({ outcome, is }) => `, ${is} as is_${outcome}`).join('')}
  from tenant.${resource.table} record
  where id = :id::uuid and ${visibleTo(definition, theViewer, 'record')}
)`,
    `verdict as materialized (
  select ${was} as was, external_id, wrong, differs, definitions, is_frozen,${obstacles.map(({ outcome }) => ` is_${outcome},`).join('')}
    :versions::bigint[] is not null and not version = any (:versions::bigint[]) as stale,
    ${isSent} and external_id is not null and external_id is distinct from ${externalId} as immutable,
    external_id is null and held as taken,
    ${isSent} and ${externalId} is not null and external_id is null as sets
  from before
)`,
    `stamped as materialized (
  select coalesce(:at::timestamptz, ${stamp('1')}) as at from verdict
  where definitions = ${knownDefinitions(surface)} and wrong = '{}' and not stale and not immutable and not taken and not is_frozen${obstacles.map(({ outcome }) => ` and not is_${outcome}`).join('')} and (sets or differs)
)`,
  ];
}

/** The update, which judges the row once more as it is behind the lock. */
function change(
  definition: RecordDefinition,
  surface: UpdatedSurface,
  { columns, keys }: { readonly columns: readonly BodyColumn[]; readonly keys: readonly ColumnSet[] },
  held: readonly HeldReference[],
): string[] {
  const { dependents, hasExternalIds } = surface;
  const custom = { member: 'customFields', name: 'custom_fields', value: nextCustomFields };
  const ids = `record.${externalIdsColumn}`;
  const external = { name: externalIdsColumn, value: `case when sets then ${withExternalId(ids)} else ${ids} end` };
  const where = [
    'record.id = :id::uuid',
    visibleTo(definition, theViewer, 'record'),
    '(:versions::bigint[] is null or record.version = any (:versions::bigint[]))',
    ...(definition.freeze ? [`not (${definition.freeze.when})`] : []),
    `(sets or ${differs(columns, surface, 'gate.at')})`,
    ...(hasExternalIds
      ? [`(sets or not :externalIdSent::boolean or ${shownExternalId} is not distinct from :externalId::text)`]
      : []),
    ...held.map(
      ({ own }) => `(${own.parameter} is null or gate.${seenAs(own)} or record.${own.name} = ${own.parameter})`,
    ),
    ...lookups(columns, 'gate.at', ({ name }) => `record.${name}`),
    ...ownerLookup(columns, 'gate.at', isNew),
    ...obstaclesOf(definition, columns, 'gate.at').map(({ is }) => `not ${is}`),
    ...(surface.hasCustomFields ? [`not (${haveTooMany})`] : []),
  ];
  return stampedUpdate(definition, {
    sets: [
      ...columns.map((own) => ({ ...own, value: nextValue(columns, own, 'record', 'gate.at') })),
      ...keys,
      ...(surface.hasCustomFields ? [custom] : []),
      ...(hasExternalIds ? [external] : []),
      ...steppedColumns(definition, columns),
      ...teamSet(columns),
    ],
    nameFor: ({ copy }) => `gate.${copy}`,
    at: 'gate.at',
    from: 'gate, verdict',
    where: where.join('\n    and '),
    returning: ['new.*', ...(dependents.length > 0 ? ['old.name as name_before'] : [])],
    changed: hasExternalIds ? [`case when sets then 'externalId' end`] : [],
  });
}

/** Whether the body names another record or owner than there was. */
function isNew({ name, parameter }: BodyColumn): string {
  return `${parameter} is distinct from record.${name} and ${parameter} is not null`;
}

/** A record that changes its owner goes into the team of the new one. */
function teamSet(columns: readonly BodyColumn[]): ColumnSet[] {
  const owner = columns.find(({ member }) => member === ownerMember);
  if (owner === undefined) {
    return [];
  }
  return [
    {
      name: 'team_id',
      value: `case when ${isNew(owner)} then ${teamOf(owner.parameter, 'gate.at')} else record.team_id end`,
    },
  ];
}

/** The external id, and what has to be stamped because it shows the record's former name. */
function traces({ resource: { number } }: RecordDefinition, { dependents, hasExternalIds }: UpdatedSurface): string[] {
  const external = `external as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select ${number}, id, :client::uuid, :externalId::text from written, verdict where sets
)`;
  const isRenamed = 'row(name, owner_after, team_after) is distinct from row(name_before, owner_before, team_before)';
  const fanned = `fanned as materialized (
  select cell.open_fan_out(:tenant, ${number}, id, last_modified_on) from written
  where ${isRenamed} and (${shownBy(dependents).join(' or ')})
)`;
  return [...(hasExternalIds ? [external] : []), ...(dependents.length > 0 ? [fanned] : [])];
}

/** Whether a record shows a name of the written one: each kind is asked by itself, because it is planned each time. */
function shownBy(dependents: readonly Referrer[]): string[] {
  return dependents.flatMap(({ definition, columns }) =>
    columns.map((column) => {
      const query = `select true from tenant.${definition.resource.table} where ${column} = $1 limit 1`;
      return `${askedBehindLock(query, { id: 'id', at: 'last_modified_on' })} is not null`;
    }),
  );
}

/** The record as the caller may see it: as it was written, or as it is where nothing was. */
function shown(surface: UpdatedSurface, held: readonly HeldReference[]): string {
  const { shape } = surface;
  const externalId = surface.hasExternalIds ? shownExternalId : 'null::text';
  const behindLock = shape.columns(({ member, copy }) => {
    const own = held.find((reference) => reference.own.member === member)?.own;
    return own ? `case when gate.${seenAs(own)} then record.${copy} end` : 'null';
  });
  const inSnapshot = shape.columns(copyVisibleTo(theViewer));
  return `shown as (
  select ${behindLock}, ${externalId} as external_id, record.version, verdict.definitions
  from written record, verdict, gate
  union all
  select ${inSnapshot}, external_id, version, definitions from before record where not exists (select from written)
)`;
}

/** The outcome, in front of the record. */
function answer(definition: RecordDefinition, surface: UpdatedSurface, columns: readonly BodyColumn[]): string {
  const obstacles = obstaclesOf(definition, columns, 'null');
  return `select case when verdict.definitions <> ${knownDefinitions(surface)} then 'redefined'
    when written.id is not null then 'changed' when wrong <> '{}' then 'invalid' when stale then 'stale'
    when immutable then 'immutable' when taken then 'taken' when not (sets or differs) then 'same'
    when is_frozen then 'frozen'${obstacles.map(({ outcome }) => ` when is_${outcome} then '${outcome}'`).join('')} else 'again' end as outcome,
  array_to_string(wrong, ',') as wrong,
  ${surface.dependents.length > 0 ? 'exists (select from fanned)' : 'false'} as renamed, was, shown.*
from verdict cross join shown left join written on true`;
}

/** Whether the body has an external id, and the one that it has. */
function externalIdIn({ hasExternalIds }: UpdatedSurface): readonly [string, string] {
  return hasExternalIds ? [':externalIdSent::boolean', ':externalId::text'] : ['false', 'null'];
}

function knownDefinitions({ hasCustomFields }: UpdatedSurface): string {
  return hasCustomFields ? ':definitions::bigint' : '0';
}

/** Whether the body says anything new of the record. `at` is the stamp, or null before there is one. */
function differs(columns: readonly BodyColumn[], { hasCustomFields }: UpdatedSurface, at: string): string {
  const have = columns.map(({ name }) => `record.${name}`);
  const want = columns.map((own) => nextValue(columns, own, 'record', at));
  const [stored, next] = hasCustomFields ? [['record.custom_fields'], [nextCustomFields]] : [[], []];
  return `row(${[...have, ...stored].join(', ')}) is distinct from row(${[...want, ...next].join(', ')})`;
}

/** The stored values of the custom fields after the update, which are the present ones where it lists none. */
const nextCustomFields = `case when :customFields::jsonb is null then record.custom_fields else ${changedValues('record.custom_fields', ':customFields', ':cleared')} end`;

/** Whether the body gives the record more values than it may have. */
const haveTooMany = `:customFields::jsonb is not null and ${areTooMany(nextCustomFields)}`;
