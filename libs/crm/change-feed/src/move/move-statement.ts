import { statement, type NamedStatement } from '@rapport/database';
import { changeColumns } from '@rapport/records';
import { timelineItems, type TimelineKind } from './timeline-items.ts';

const columnsOf = (alias: string): string => changeColumns.map((column) => `${alias}.${column}`).join(', ');

/**
 * Moves what is still in the outbox into the tenant's feed, and writes the timeline items that follow from it. A
 * message that comes late or again finds no row and does nothing, so it cannot bring a purged item back. It is one
 * statement, so that in every snapshot a change is in exactly one of the two. Rows that another worker is moving are
 * left to it. It returns a row for each moved change: its age in seconds by the clock of the database, and the
 * traceparent of its write.
 */
export function moveStatement(kinds: readonly TimelineKind[]): NamedStatement<'ids'> {
  return statement(
    'change_feed_move',
    `with moved as (
  delete from cell.outbox using (
    select free.id from cell.outbox free where free.id = any (:ids::uuid[]) and free.tenant = :tenant
      order by free.id for update skip locked
  ) as ours where outbox.id = ours.id
  returning ${columnsOf('outbox')}, outbox.details, outbox.traceparent
),
fed as (
  insert into tenant.change_feed (${changeColumns.join(', ')}) select ${columnsOf('moved')} from moved
  on conflict do nothing
)${timelineItems(kinds, 'moved')}
select extract(epoch from clock_timestamp() - moved.occurred_on) as age, moved.traceparent from moved`,
  );
}
