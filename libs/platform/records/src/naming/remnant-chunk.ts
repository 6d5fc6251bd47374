import { statement, type NamedStatement } from '@rapport/database';
import { remnantReferences, type RecordDefinition, type RecordReference } from '../defining/definition.ts';
import { deletedParts, goneParts } from '../stamping/deleted-parts.ts';
import { author } from '../stamping/outbox-row.ts';
import { withExpressions } from '../stamping/table-expressions.ts';
import { openRows, stampedIfPicked } from './open-rows.ts';

/**
 * One chunk of the parts of records that are gone: they go after those, under one stamp, each with its outbox row. They
 * are picked in the snapshot, before the lock, in any order. No new part comes to a record that is gone, and its id
 * never comes again.
 */
export function remnantChunk(definition: RecordDefinition): NamedStatement {
  const { name, table } = definition.resource;
  const picks = remnantReferences(definition).map(
    (reference) => `(select remnant.id from ${openRows(reference.resource)} cross join lateral (
    select id from tenant.${table} where ${isRemnant(reference)} limit :chunkMax::int
  ) remnant)`,
  );
  const deleted = deletedParts(definition, {
    using: 'stamped',
    where: 'record.id = any (array(select id from picked))',
    at: 'stamped.at',
    ...author,
  });
  return statement(
    `${name}_go_after`,
    withExpressions(
      [
        `picked as materialized (
  ${picks.join('\n  union all\n  ')}
  limit :chunkMax::int
)`,
        stampedIfPicked,
        ...deleted,
      ],
      `select (select count(*)::int from picked) as picked, (select count(*)::int from ${goneParts(definition)}) as written`,
    ),
  );
}

/** Whether a row of the part's table is left of the record of an open row. An open row may also be of one that is there. */
export function isRemnant({ column, resource }: Pick<RecordReference, 'column' | 'resource'>): string {
  const isThere = `exists (select from tenant.${resource.table} there where there.id = open.record_id)`;
  return `${column} = open.record_id and not ${isThere}`;
}
