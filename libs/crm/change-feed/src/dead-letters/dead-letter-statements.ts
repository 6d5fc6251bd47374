import { statement } from '@rapport/database';

/** The condition that a row of the outbox is no dead letter now. A dead letter is tried again once an hour. */
export function isNoDeadLetter(alias: string): string {
  return `not exists (select from cell.poison_event where poison_event.event_id = ${alias}.id
    and poison_event.last_seen > now() - interval '1 hour')`;
}

export const deadLetterStatements = {
  /**
   * Makes changes dead letters. An id without a row in the outbox is skipped, and a full table takes only ids that it holds already.
   */
  addDeadLetters: statement(
    'poison_park',
    `insert into cell.poison_event (event_id, tenant, reason)
select outbox.id, outbox.tenant, failed.reason
from unnest(:ids::uuid[], :reasons::text[]) failed(id, reason) join cell.outbox on outbox.id = failed.id
where (select count(*) from (select from cell.poison_event limit :parkedMax::int)) < :parkedMax::int
  or exists (select from cell.poison_event where poison_event.event_id = outbox.id)
on conflict (event_id) do update
set attempts = poison_event.attempts + 1, reason = excluded.reason, last_seen = clock_timestamp()`,
  ),

  /** Forgets dead letters that were moved. A `not exists` would be planned as a join with the outbox. */
  forgetDeadLetters: statement(
    'poison_forget',
    `with gone as (
  delete from cell.poison_event where event_id = any (array(
    select event_id from cell.poison_event
    where (select outbox.id from cell.outbox where outbox.id = poison_event.event_id) is null limit :rowsMax::int
  )) returning event_id
)
select count(*)::int as purged from gone`,
  ),
};
