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

/** Beside them the outbox has the tenant, and the trace of the write. */
type OutboxColumn = (typeof changeColumns)[number] | 'tenant' | 'traceparent';

type RequiredColumn = 'record_id' | 'operation' | 'version' | 'occurred_on' | 'actor' | 'traceparent';

/** What the columns get, as SQL. A column that is left out stays null. */
type OutboxValues = Readonly<Partial<Record<OutboxColumn, string>> & Record<RequiredColumn, string>>;

/** Puts a change of a record into the outbox, in the statement that writes the record. */
export function outboxInsert(resource: number, values: OutboxValues, from: string): string {
  const row: OutboxValues = { id: 'uuidv7()', tenant: ':tenant', resource: String(resource), ...values };
  return `insert into cell.outbox (${Object.keys(row).join(', ')})
  select ${Object.values(row).join(', ')} from ${from}`;
}
