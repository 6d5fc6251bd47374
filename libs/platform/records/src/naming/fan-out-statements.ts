import { advisoryLocks, statement, type NamedStatement } from '@rapport/database';
import {
  nameCopies,
  nameDependents,
  remnantReferences,
  remnantsOf,
  type RecordDefinition,
  type Referrer,
} from '../defining/definition.ts';
import { stampedUpdate } from '../stamping/stamped-update.ts';
import { withExpressions } from '../stamping/table-expressions.ts';
import { copiedNames } from './copied-names.ts';
import { openRows, stampedIfPicked } from './open-rows.ts';
import { isRemnant, remnantChunk } from './remnant-chunk.ts';

/** The statements of the fan-out in a tenant. */
export interface FanOutStatements {
  /** A chunk for each resource whose records show names of others. */
  readonly names: readonly NamedStatement[];
  /** A chunk for each resource whose records go after others. */
  readonly remnants: readonly NamedStatement[];
  readonly done: ReturnType<typeof doneStatement>;
}

export interface ChunkRow {
  /** The records that the snapshot showed as not yet reached: fewer than asked for means that no more are there. */
  readonly picked: number;
  /** The number of them that were not written by another statement meanwhile. */
  readonly written: number;
}

export interface DoneRow {
  readonly gone: number;
}

export function fanOutStatements(all: readonly RecordDefinition[]): FanOutStatements {
  const dependents = all.filter((definition) => nameCopies(definition).length > 0);
  const remnants = all.filter((definition) => remnantReferences(definition).length > 0);
  return { names: dependents.map(chunkStatement), remnants: remnants.map(remnantChunk), done: doneStatement(all) };
}

/**
 * One chunk of the records that show names of records in the tenant's rows of cell.fan_out, and were stamped before
 * those changed. They are picked in the snapshot, before the lock, so the scan does not lengthen it; where none is
 * picked, no stamp is taken. Behind the lock only those are written that no statement changed since the snapshot: the
 * others have a stamp above `since`, and fresh names. Several processes may run it: the later one writes nothing.
 */
function chunkStatement(definition: RecordDefinition): NamedStatement {
  const names = copiedNames(definition, 'picked');
  const change = stampedUpdate(definition, {
    sets: [],
    nameFor: names.nameFor,
    at: 'stamped.at',
    from: 'stamped, picked',
    where: `record.id = any (array(select id from picked)) and record.id = picked.id and record.version = picked.version`,
  });
  return statement(
    `${definition.resource.name}_fan_out`,
    withExpressions(
      [
        `picked as materialized (
  ${picks(definition, names.references).join('\n  union all\n  ')}
  limit :chunkMax::int
)`,
        stampedIfPicked,
        ...names.sources,
        ...change,
      ],
      'select (select count(*)::int from picked) as picked, (select count(*)::int from written) as written',
    ),
  );
}

/** For each source of a name: the records behind each of its open rows, in the order of the index of the reference. */
function picks(definition: RecordDefinition, references: string): string[] {
  const { table } = definition.resource;
  return nameCopies(definition).map(
    ({ column, resource }) => `(select bearer.id, bearer.version${references}
  from ${openRows(resource)} cross join lateral (
    select id, version${references} from tenant.${table}
    where ${notReached(column)}
    order by ${column}, last_modified_on, id limit :chunkMax::int
  ) bearer)`,
  );
}

/**
 * Takes away the rows of which nothing is left. What this snapshot shows as reached will not be left later, because an
 * older stamp never comes after a newer one. A row that got a later `since` meanwhile stays: its newest version is
 * judged. The lock is taken although no stamp is: without it, this and a batch of renames deadlocked.
 */
function doneStatement(all: readonly RecordDefinition[]) {
  const cases = all.flatMap(({ resource }) => {
    const left = [
      ...nameDependents(resource, all).flatMap((dependent) => leftIn(dependent, notReached)),
      ...remnantsOf(resource, all).flatMap((part) => leftIn(part, (column) => isRemnant({ column, resource }))),
    ];
    return left.length > 0 ? [`when ${resource.number} then ${left.join('\n      or ')}`] : [];
  });
  return statement(
    'fan_out_done',
    `with judged as materialized (
  select resource, record_id, since, case resource
    ${cases.join('\n    ')}
    else false
    end as is_left
  from cell.fan_out open where tenant = :tenant
),
finished as materialized (
  select resource, record_id, since from judged where not is_left limit :goneMax::int
),
locked as materialized (
  select pg_advisory_xact_lock(${advisoryLocks.tenantWrites}, :tenant) from (select from finished limit 1) any_finished
),
gone as (
  delete from cell.fan_out open using locked, finished
  where open.tenant = :tenant and open.resource = finished.resource and open.record_id = finished.record_id
    and open.since = finished.since
  returning open.record_id
)
select count(*)::int as gone from gone`,
  );
}

function leftIn({ definition: { resource }, columns }: Referrer, isLeft: (column: string) => string): string[] {
  return columns.map((column) => `exists (select from tenant.${resource.table} where ${isLeft(column)})`);
}

/**
 * The records that refer to that of an open row, and were stamped before it changed. Both columns are compared as one
 * row, so that no other index than that of the reference serves: a plan that is made while a tenant is empty might take
 * the one of all records.
 */
function notReached(column: string): string {
  return `(${column}, last_modified_on) >= (open.record_id, timestamptz '-infinity')
      and (${column}, last_modified_on) < (open.record_id, open.since)`;
}
