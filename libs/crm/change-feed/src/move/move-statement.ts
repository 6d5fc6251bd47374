import { statement, type Statement } from '@rapport/database';
import { changeColumns } from '@rapport/records';
import { timelineItems, type TimelineKind } from './timeline-items.ts';

const columnsOf = (alias: string): string => changeColumns.map((column) => `${alias}.${column}`).join(', ');

/**
 * Moves what is still in the outbox into the tenant's feed, and writes the timeline items that follow from it. A message that comes
 * late or again finds no row and does nothing, so it cannot bring a purged item back. It is one statement, so that in every snapshot a
 * change is in exactly one of the two. Rows that another worker is moving are left to it. It returns a row for each moved change: its
 * age in seconds by the clock of the database, and the traceparent of its write. $1 ids
 */
export function moveStatement(kinds: readonly TimelineKind[]): Statement {
  return statement(
    'change_feed_move',
    `with d as (
  delete from cell.outbox o using (
    select w.id from cell.outbox w where w.id = any ($1::uuid[]) and w.tenant = :tenant
      order by w.id for update skip locked
  ) as ours where o.id = ours.id
  returning ${columnsOf('o')}, o.details, o.traceparent
),
f as (
  insert into tenant.change_feed (${changeColumns.join(', ')}) select ${columnsOf('d')} from d
  on conflict do nothing
)${timelineItems(kinds, 'd')}
select extract(epoch from clock_timestamp() - d.occurred_on) as age, d.traceparent from d`,
  );
}
