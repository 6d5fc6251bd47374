import { statement, type Statement } from '@rapport/database';
import { externalIdOf } from '../external-id.ts';
import { Parameters } from '../parameters.ts';
import type { ResourceDefinition } from '../resource.ts';
import type { RecordRules } from '../rules.ts';
import type { RecordShape } from '../shape.ts';
import { predicatesOf, type Scope } from '../visibility.ts';
import { bodyColumns, ownerMember, referencesOf, wanted } from './body-columns.ts';

export type UpdateOutcome = 'changed' | 'same' | 'invalid' | 'stale' | 'immutable' | 'taken' | 'again';

export interface UpdateStatement {
  readonly statement: Statement;
  readonly parameters: Parameters;
}

/**
 * No row: the record is not there, or not visible. `same`: nothing was written, no lock taken. `changed`: done; when
 * `raced` another write came in between, and the answer must be read anew, because the external id is of the snapshot.
 * `invalid`: what `wrong` names is not there. `stale`, `immutable`, `taken`: refused. `again`: the record changed, left the
 * view or was deleted while this call waited for the lock, and nothing was done: run it again. So after a 23505 of the
 * external ids; one of any other index is the resource's own rule.
 */
export function updateStatement(
  definition: ResourceDefinition,
  shape: RecordShape,
  scope: Scope,
  { stamp }: RecordRules,
): UpdateStatement {
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
    return {
      member,
      name: column.name,
      place,
      want: (alias: string) => wanted(column, place, `${alias}.${column.name}`),
    };
  });
  const { visibleById } = predicatesOf(scope, scope === 'all' ? null : parameters.add('scope', 'uuid'));
  const wrong = referencesOf(definition).map(({ column, exists }) => {
    const { place, name } = columns.find(({ member }) => member === column) ?? { place: 'null', name: 'id' };
    return `case when ${place} is distinct from c.${name} and ${place} is not null and not (${exists.replaceAll(':value', place)}) then '${column}' end`;
  });
  const text = [
    `with ${judgement(definition, places, wrong, columns, visibleById, stamp)}`,
    change(definition, places, columns, visibleById),
    answer(shape, places),
  ].join(',\n');
  return { statement: statement(`${definition.resource.name}_update_${scope}`, text), parameters };
}

interface Places {
  readonly id: string;
  readonly client: string;
  readonly versions: string;
  readonly externalIdSent: string;
  readonly externalId: string;
  readonly actor: string;
  readonly traceparent: string;
}

interface WrittenColumn {
  readonly member: string;
  readonly name: string;
  readonly place: string;
  readonly want: (alias: string) => string;
}

/** The record as it is, what stands against the update, and the stamp where nothing does. */
function judgement(
  { resource }: ResourceDefinition,
  { id, client, versions, externalIdSent, externalId }: Places,
  wrong: readonly string[],
  columns: readonly WrittenColumn[],
  visibleById: (alias: string) => string,
  stamp: string,
): string {
  return `me as materialized (
  select c.*, ${externalIdOf(resource.number, 'c', client)} as external_id,
    exists (select from tenant.external_id h where h.client_id = ${client} and h.resource = ${resource.number} and h.external_id = ${externalId}
      and h.deleted_on is null) as held,
    array_remove(array[${wrong.join(', ')}]::text[], null) as wrong
  from tenant.${resource.table} c
  where c.id = ${id} and ${visibleById('c')}
),
v as materialized (
  select me.id, me.version, me.external_id, me.wrong,
    ${versions} is not null and not me.version = any (${versions}) as stale,
    ${externalIdSent} and me.external_id is not null and me.external_id is distinct from ${externalId} as immutable,
    me.external_id is null and me.held as taken,
    ${externalIdSent} and ${externalId} is not null and me.external_id is null as sets,
    ${differs('me', columns)} as differs
  from me
),
s as materialized (
  select ${stamp} as at from v
  where v.wrong = '{}' and not v.stale and not v.immutable and not v.taken and (v.sets or v.differs)
)`;
}

/** The update, which judges the row once more as it is behind the lock; its external id and its outbox row. */
function change(
  { resource }: ResourceDefinition,
  { id, client, versions, externalId, actor, traceparent }: Places,
  columns: readonly WrittenColumn[],
  visibleById: (alias: string) => string,
): string {
  const owner = columns.find(({ member }) => member === ownerMember)?.place ?? 'null';
  const changes = columns.map(
    ({ member, name }) => `case when old.${name} is distinct from new.${name} then '${member}' end`,
  );
  return `c as (
  update tenant.${resource.table} c set ${columns.map(({ name, want }) => `${name} = ${want('c')}`).join(', ')},
    team_id = case when ${owner} is not null and ${owner} is distinct from c.owner_user_id then cell.team_of(:tenant, ${owner}, s.at) else c.team_id end,
    version = c.version + 1, last_modified_on = s.at
  from s, v
  where c.id = ${id} and ${visibleById('c')} and (${versions} is null or c.version = any (${versions})) and (v.sets or ${differs('c', columns)})
  returning new.*, old.version as version_before, old.owner_user_id as owner_before, old.team_id as team_before,
    to_jsonb(array_remove(array[${changes.join(', ')}], null)) as changes
),
e as (
  insert into tenant.external_id (resource, record_id, client_id, external_id)
  select ${resource.number}, c.id, ${client}, ${externalId} from c, v where v.sets
),
o as (
  insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on, owner_before, owner_after, team_before, team_after, actor, changes, traceparent)
  select uuidv7(), :tenant, ${resource.number}, c.id, 'updated', c.version, c.last_modified_on, c.owner_before, c.owner_user_id, c.team_before, c.team_id, ${actor},
    case when v.sets then c.changes || jsonb_build_array('externalId') else c.changes end, ${traceparent}
  from c, v
)`;
}

/** What came of it, and the record as the caller may be shown it. */
function answer(shape: RecordShape, { externalId }: Places): string {
  return `r as (
  select ${shape.columns('c')}, c.version, coalesce(v.external_id, ${externalId}) as external_id from c, v
  union all
  select ${shape.columns('me')}, me.version, me.external_id from me where not exists (select from c)
)
select case when c.id is not null then 'changed' when v.wrong <> '{}' then 'invalid' when v.stale then 'stale' when v.immutable then 'immutable'
    when v.taken then 'taken' when v.sets or v.differs then 'again' else 'same' end as outcome,
  r.version, r.external_id as "externalId", ${shape.json('r', 'r.external_id')} as body, v.wrong,
  coalesce(c.version_before <> v.version, false) as raced
from v cross join r left join c on true`;
}

function differs(alias: string, columns: readonly WrittenColumn[]): string {
  const have = columns.map(({ name }) => `${alias}.${name}`);
  return `row(${have.join(', ')}) is distinct from row(${columns.map(({ want }) => want(alias)).join(', ')})`;
}
