import { statement, type RawRow } from '@rapport/database';
import type { RecordRules } from '../stamping/rules.ts';

/**
 * One stamp that is as wide as a transaction has changes, and from it a time for each: two changes of one record need
 * two. It is the first statement of the transaction, so all that come after it see what the tenant has committed.
 */
export function stampsStatement({ stamp }: RecordRules) {
  return statement(
    'transaction_stamps',
    `with stamped as materialized (
  select ${stamp(':count::int')} as at
)
select place, (at + place * interval '1 microsecond')::text from stamped, generate_series(0, :count - 1) as place`,
  );
}

/** The times of the changes, in order. */
export function stampsIn(rows: readonly RawRow[]): string[] {
  const stamps: string[] = [];
  for (const [position, at] of rows) {
    stamps[Number(position)] = at ?? '';
  }
  return stamps;
}
