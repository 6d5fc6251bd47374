import { isPart, type RecordDefinition } from '../defining/definition.ts';
import { hasOwner } from '../defining/target.ts';
import { outboxInsert } from './outbox-row.ts';
import { goneSearchText } from './search-text.ts';

export interface DeletedParts {
  /** Other rows that the predicate and the stamp are read from. */
  readonly using?: string;
  /** A predicate over `record`. */
  readonly where: string;
  /** The stamp, which was taken before. */
  readonly at: string;
  readonly actor: string;
  readonly traceparent: string;
}

/**
 * Common table expressions that delete parts of other records, each with its outbox row and without its search text. The rows
 * are in `gone_` with the name of the table. A record with an owner may have an external id, and records that refer to it:
 * it is deleted by itself alone.
 */
export function deletedParts(
  definition: RecordDefinition,
  { using, where, at, actor, traceparent }: DeletedParts,
): string[] {
  const { name, table, number } = definition.resource;
  if (!isPart(definition) || hasOwner(definition)) {
    throw new Error(`${name} are deleted one by one, because they are no parts of other records`);
  }
  const gone = goneParts(definition);
  return [
    `${gone} as (
  delete from tenant.${table} record ${using === undefined ? '' : `using ${using} `}where ${where}
  returning record.id, record.version + 1 as version, ${at} as last_modified_on
)`,
    `queued_${table} as (
  ${outboxInsert(number, 'deleted', gone, { actor, traceparent })}
)`,
    ...goneSearchText(definition, gone),
  ];
}

/** The common table expression of the deleted rows. */
export function goneParts({ resource: { table } }: RecordDefinition): string {
  return `gone_${table}`;
}
