import { statement } from '@rapport/database';
import { externalIdOf, isHeld } from '../external-id.ts';
import { Parameters, type WriteStatement } from '../parameters.ts';
import type { ResourceDefinition } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import type { RecordShape } from '../shape.ts';
import { predicatesOf, type Scope } from '../visibility.ts';
import { bodyColumns, ownerMember, referencesOf, teamOf, wanted } from './body-columns.ts';
import { outboxInsert } from './outbox-row.ts';

export type UpdateOutcome = 'changed' | 'same' | 'invalid' | 'stale' | 'immutable' | 'taken' | 'again';

/**
 * No row: the record is not there, or not visible. `same`: nothing was written, no lock taken. `changed`: done; when
 * `raced` another write came in between, and the answer must be read anew, because the external id is of the snapshot.
 * `invalid`: what `wrong` names is not there. `stale`, `immutable`, `taken`: refused. `again`: the record changed, left
 * the view or was deleted while the statement waited for the lock, and nothing was done: it must run again. So it must
 * after a 23505 of the external ids. A 23505 of any other index is one of the resource's own constraints.
 */
export function updateStatement(
  definition: ResourceDefinition,
  shape: RecordShape,
  scope: Scope,
  { stamp }: RecordRules,
): WriteStatement {
  const parameters = new Parameters();
  const places = {
    id: parameters.add('id', 'uuid'),
    client: parameters.add('client', 'uuid'),
    versions: parameters.add('versions', 'bigint[]'),
    externalIdSent: parameters.add('externalIdSent', 'boolean'),
    externalId: parameters.add('externalId', 'text'),
    actor: parameters.add('actor', 'uuid'),
    traceparent: parameters.add('traceparent', 'text'),
  };
  const columns = bodyColumns(definition).map(({ member, column }) => {
    const place = parameters.add(member, column.type);
    return { member, name: column.name, place, want: wanted(column, place, column.name) };
  });
  const { visibleById } = predicatesOf(scope, scope === 'all' ? null : parameters.add('scope', 'uuid'));
  const wrong = referencesOf(definition).map(({ column, exists }) => {
    const { place, name } = columns.find(({ member }) => member === column) ?? { place: 'null', name: 'id' };
    const isNew = `${place} is distinct from ${name} and ${place} is not null`;
    return `case when ${isNew} and not (${exists.replaceAll(':value', place)}) then '${column}' end`;
  });
  const text = [
    `with ${judgement(definition, places, wrong, columns, visibleById, stamp)}`,
    change(definition, places, columns, visibleById),
    answer(shape, places),
  ].join(',\n');
  return { statement: statement(`${definition.resource.name}_update_${scope}`, text), parameters };
}

type Places = Readonly<
  Record<'id' | 'client' | 'versions' | 'externalIdSent' | 'externalId' | 'actor' | 'traceparent', string>
>;

interface WrittenColumn {
  readonly member: string;
  readonly name: string;
  readonly place: string;
  readonly want: string;
}

/**
 * The record before the update, the verdict on the update, and the stamp where the verdict allows it. A resource must
 * have no column with a name of these parts: PostgreSQL refuses the statement, because the name would be ambiguous.
 */
function judgement(
  { resource }: ResourceDefinition,
  { id, client, versions, externalIdSent, externalId }: Places,
  wrong: readonly string[],
  columns: readonly WrittenColumn[],
  visibleById: string,
  stamp: string,
): string {
  return `before as materialized (
  select record.*, ${externalIdOf(resource.number, 'record.id', client)} as external_id,
    exists (select from tenant.external_id where ${isHeld(resource.number, externalId, client)}) as held,
    array_remove(array[${wrong.join(', ')}]::text[], null) as wrong
  from tenant.${resource.table} record
  where id = ${id} and ${visibleById}
),
verdict as materialized (
  select version as version_seen, external_id, wrong,
    ${versions} is not null and not version = any (${versions}) as stale,
    ${externalIdSent} and external_id is not null and external_id is distinct from ${externalId} as immutable,
    external_id is null and held as taken,
    ${externalIdSent} and ${externalId} is not null and external_id is null as sets,
    ${differs(columns)} as differs
  from before
),
stamped as materialized (
  select ${stamp} as at from verdict
  where wrong = '{}' and not stale and not immutable and not taken and (sets or differs)
)`;
}

/** The update, which judges the row once more as it is behind the lock; its external id and its outbox row. */
function change(
  { resource }: ResourceDefinition,
  { id, client, versions, externalId, actor, traceparent }: Places,
  columns: readonly WrittenColumn[],
  visibleById: string,
): string {
  const owner = columns.find(({ member }) => member === ownerMember)?.place ?? 'null';
  const isMoved = `${owner} is not null and ${owner} is distinct from record.owner_user_id`;
  const changes = columns.map(
    ({ member, name }) => `case when old.${name} is distinct from new.${name} then '${member}' end`,
  );
  const queued = outboxInsert(resource.number, 'updated', 'written, verdict', {
    owner_before: 'owner_before',
    owner_after: 'owner_user_id',
    team_before: 'team_before',
    team_after: 'team_id',
    actor,
    changes: `case when sets then changes || jsonb_build_array('externalId') else changes end`,
    traceparent,
  });
  return `written as (
  update tenant.${resource.table} record set ${columns.map(({ name, want }) => `${name} = ${want}`).join(', ')},
    team_id = case when ${isMoved} then ${teamOf(owner)} else record.team_id end,
    version = record.version + 1, last_modified_on = stamped.at
  from stamped, verdict
  where record.id = ${id} and ${visibleById} and (${versions} is null or record.version = any (${versions}))
    and (sets or ${differs(columns)})
  returning new.*, old.version as version_before, old.owner_user_id as owner_before, old.team_id as team_before,
    to_jsonb(array_remove(array[${changes.join(', ')}], null)) as changes
),
external as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select ${resource.number}, id, ${client}, ${externalId} from written, verdict where sets
),
queued as (
  ${queued}
)`;
}

/** The outcome, and the record as the caller may see it. */
function answer(shape: RecordShape, { externalId }: Places): string {
  return `shown as (
  select ${shape.columns()}, version, coalesce(verdict.external_id, ${externalId}) as external_id from written, verdict
  union all
  select ${shape.columns()}, version, external_id from before where not exists (select from written)
),
rendered as (
  select version, external_id, ${shape.json('external_id')} as body from shown
)
select case when written.id is not null then 'changed' when wrong <> '{}' then 'invalid' when stale then 'stale'
    when immutable then 'immutable' when taken then 'taken' when sets or differs then 'again' else 'same'
    end as outcome,
  rendered.version, rendered.external_id as "externalId", body, wrong,
  coalesce(version_before <> version_seen, false) as raced
from verdict cross join rendered left join written on true`;
}

function differs(columns: readonly WrittenColumn[]): string {
  const have = columns.map(({ name }) => name).join(', ');
  const want = columns.map((column) => column.want).join(', ');
  return `row(${have}) is distinct from row(${want})`;
}
