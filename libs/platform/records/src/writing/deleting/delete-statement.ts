import { statement, type NamedStatement } from '@rapport/database';
import { literal } from '../../defining/column.ts';
import { partsOf, referrersTo, remnantsOf, type RecordDefinition, type Referrer } from '../../defining/definition.ts';
import type { Resource } from '../../defining/resource.ts';
import type { RecordRules } from '../../stamping/rules.ts';
import { hasOwner } from '../../defining/target.ts';
import { theViewer, visibleTo } from '../../showing/visibility.ts';
import { askedBehindLock } from '../../stamping/behind-lock.ts';
import { deletedParts } from '../../stamping/deleted-parts.ts';
import { deletedDetails } from '../../stamping/change-details.ts';
import { author, outboxInsert } from '../../stamping/outbox-row.ts';
import { withExpressions } from '../../stamping/table-expressions.ts';
import { goneSearchText } from '../../stamping/search-text.ts';

/**
 * No row: the record is not there, or not visible. `deleted`: done. `stale`: refused. `in_use`: refused, because records
 * of the resources in `used` refer to it, among them such as the caller does not see. `again`: the record changed or
 * went while the statement waited for the lock, and nothing was done. `leaves`: parts of it are left, which go after it,
 * and cell.fan_out says so. The version must be the snapshot's own: an
 * external id that another client set in between would not be seen here, and a dead record would hold it for ever.
 */
export function deleteStatement(
  definition: RecordDefinition,
  { referrers, parts, remnants }: Dependants,
  { stamp }: RecordRules,
): NamedStatement {
  const { name, number, table } = definition.resource;
  const expressions = [
    `before as materialized (
  select id, version, :versions::bigint[] is not null and not version = any (:versions::bigint[]) as stale
  from tenant.${table} record where id = :id::uuid and ${visibleTo(definition, theViewer, 'record')}
)`,
    `stamped as materialized (
  select coalesce(:at::timestamptz, ${stamp('1')}) as at from before where not stale
)`,
    `uses as materialized (
  select at, ${usedBy(referrers)} as used from stamped
)`,
    deletion(definition),
    `external as (
  update tenant.external_id set deleted_on = deleted.last_modified_on from deleted
  where resource = ${number} and record_id = :id::uuid
)`,
    `queued as (
  ${outboxInsert(number, 'deleted', 'deleted', { ...queuedColumns(definition), ...author })}
)`,
    ...goneSearchText(definition, 'deleted'),
    ...takingAlong(parts),
    ...leaving(number, remnants),
  ];
  const answer = `select case when deleted.id is not null then 'deleted' when stale then 'stale' when used <> '{}' then 'in_use'
    else 'again' end as outcome, used, ${remnants.length > 0 ? 'exists (select from left_over)' : 'false'} as leaves${parts.length > 0 ? ', (select count(*) from taken) as taken' : ''}
from before left join uses on true left join deleted on true`;
  return statement(`${name}_delete`, withExpressions(expressions, answer));
}

function deletion(definition: RecordDefinition): string {
  const details = deletedDetails(definition, 'record');
  const returned = [
    'record.id, record.version + 1 as version',
    ...(hasOwner(definition) ? ['record.owner_user_id, record.team_id'] : []),
    'uses.at as last_modified_on',
    ...(details === null ? [] : [`${details} as details`]),
  ];
  return `deleted as (
  delete from tenant.${definition.resource.table} record using uses, before
  where record.id = :id::uuid and record.version = before.version and uses.used = '{}'
  returning ${returned.join(', ')}
)`;
}

function queuedColumns(definition: RecordDefinition): Readonly<Record<string, string>> {
  return {
    ...(hasOwner(definition) && { owner_before: 'owner_user_id', team_before: 'team_id' }),
    ...(deletedDetails(definition, 'record') !== null && { details: 'details' }),
  };
}

/** The records that depend on those of a resource. */
export interface Dependants {
  /** The records that hold a record, so that it is not deleted. */
  readonly referrers: readonly Referrer[];
  /** The records that go with it. */
  readonly parts: readonly Referrer[];
  /** The records that go after it. */
  readonly remnants: readonly Referrer[];
}

export function dependantsOf(resource: Resource, all: readonly RecordDefinition[]): Dependants {
  return { referrers: referrersTo(resource, all), parts: partsOf(resource, all), remnants: remnantsOf(resource, all) };
}

/**
 * The parts of the deleted record go with it, each with an outbox row. A function deletes them, with a snapshot of its
 * own: a part that was committed while the statement waited for the tenant's lock is not in the statement's.
 */
function takingAlong(parts: readonly Referrer[]): string[] {
  if (parts.length === 0) {
    return [];
  }
  const { actor: other, traceparent: word } = author;
  return [
    `taken as materialized (
  select ${askedBehindLock(takenAlong(parts), { id: 'id', other, word, at: 'last_modified_on' })} from deleted
)`,
  ];
}

/** Notes that parts of the deleted record are left. A function looks for them, with a snapshot of its own as well. */
function leaving(resource: number, remnants: readonly Referrer[]): string[] {
  if (remnants.length === 0) {
    return [];
  }
  const left = remnants.flatMap(({ definition, columns }) =>
    columns.map((column) => {
      const query = `select true from tenant.${definition.resource.table} where ${column} = $1 limit 1`;
      return `${askedBehindLock(query, { id: 'id', at: 'last_modified_on' })} is not null`;
    }),
  );
  return [
    `left_over as materialized (
  select cell.open_fan_out(:tenant, ${resource}, id, last_modified_on) from deleted where ${left.join(' or ')}
)`,
  ];
}

/** $1 the record with which they go $2 actor $3 traceparent $4 the stamp */
export function takenAlong(parts: readonly Referrer[]): string {
  const deletes = parts.flatMap(({ definition, columns }) =>
    deletedParts(definition, {
      where: columns.map((column) => `record.${column} = $1`).join(' or '),
      at: '$4',
      actor: '$2',
      traceparent: '$3',
    }),
  );
  return withExpressions(deletes, 'select true');
}

/**
 * The names of the resources with records that refer to the one with the id. They are looked for by a function that
 * takes a snapshot of its own, because a record that was committed while the statement waited for the tenant's lock is
 * not in the statement's: in 5 of 5 races it was left with a reference to nothing. Where no resource refers, it costs
 * nothing.
 */
function usedBy(referrers: readonly Referrer[]): string {
  return referrers.length === 0
    ? `'{}'::text[]`
    : `${askedBehindLock(referringNames(referrers), { id: ':id::uuid', at: 'at' })}::text[]`;
}

/** $1 the record that the others refer to */
export function referringNames(referrers: readonly Referrer[]): string {
  const names = referrers.map(({ definition: { resource }, columns }) => {
    const found = columns.map((column) => `exists (select from tenant.${resource.table} where ${column} = $1)`);
    return `case when ${found.join(' or ')} then ${literal(resource.name)} end`;
  });
  return `select array_remove(array[${names.join(', ')}], null)`;
}
