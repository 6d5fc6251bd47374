import type { ChangeOperation } from '@rapport/kinds';

/** The columns of a change, which go from the outbox into the change feed. */
export const changeColumns = [
  'id',
  'resource',
  'record_id',
  'operation',
  'version',
  'occurred_on',
  'owner_before',
  'owner_after',
  'team_before',
  'team_after',
  'actor',
  'changes',
] as const;

/** Beside them the outbox has the tenant, what a timeline may show of the change, and the trace of the write. */
type OutboxColumn = (typeof changeColumns)[number] | 'tenant' | 'details' | 'traceparent';

/** The values of the columns, as SQL. A column that is left out stays null. */
type OutboxValues = Readonly<Partial<Record<OutboxColumn, string>> & Record<'actor' | 'traceparent', string>>;

/** The author of a change and the trace of its write, as a statement names them. */
export const author = { actor: ':actor::uuid', traceparent: ':traceparent::text' } as const;

/** The column of what a timeline may show, where the statement has such a thing. */
export function detailsColumn(details: string | null): { readonly details?: string } {
  return details === null ? {} : { details };
}

/** Puts a record's change into the outbox. `written` gives its id, version and time, as a record's columns. */
export function outboxInsert(
  resource: number,
  operation: ChangeOperation,
  written: string,
  values: OutboxValues,
): string {
  const row: OutboxValues = {
    id: 'uuidv7()',
    tenant: ':tenant',
    resource: String(resource),
    record_id: 'id',
    operation: `'${operation}'`,
    version: 'version',
    occurred_on: 'last_modified_on',
    ...values,
  };
  return `insert into cell.outbox (${Object.keys(row).join(', ')})
  select ${Object.values(row).join(', ')} from ${written}`;
}
