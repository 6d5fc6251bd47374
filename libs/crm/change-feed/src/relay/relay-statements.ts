import { statement } from '@rapport/database';
import { isNoDeadLetter } from '../dead-letters/dead-letter-statements.ts';

/** A row of the outbox, as the relay reads it. */
export interface OutboxRow {
  readonly id: string;
  readonly tenant: number;
  readonly seq: number;
  readonly resource: number;
  readonly record_id: string;
  readonly operation: string;
  readonly version: number;
  readonly occurred_on: string;
  readonly actor: string | null;
  readonly changes: readonly string[] | null;
  readonly traceparent: string | null;
  /** The age of the row in seconds, by the clock of the database. */
  readonly age: number;
}

/** The snapshot in which nothing is visible. */
export const beforeEverything = '1:1:';

const columns = [
  'id',
  'tenant',
  'seq',
  'resource',
  'record_id',
  'operation',
  'version',
  'actor',
  'changes',
  'traceparent',
];
const rowOf = (alias: string): string =>
  `${columns.map((column) => `${alias}.${column}`).join(', ')}, cell.utc(${alias}.occurred_on) as occurred_on,
  extract(epoch from clock_timestamp() - ${alias}.occurred_on)::float8 as age`;

/** Transactions from here on have not begun in this cluster, so a visible row of one of them was restored. */
const notBegun = 'pg_snapshot_xmax(pg_current_snapshot())';

/**
 * The rows that became visible since a snapshot are those of transactions that began after it or were under way in it.
 * So a long transaction delays only its own rows, and neither waiting nor dead rows are read again. `offset 0` keeps
 * the planner from reading the whole outbox in the order of its result.
 */
const newSince = (snapshot: string): string => `(
    (select * from cell.outbox where xid >= pg_snapshot_xmax(${snapshot}) and xid < ${notBegun} offset 0)
    union all
    (select * from cell.outbox where xid = any (array(select pg_snapshot_xip(${snapshot}))) offset 0)
  )`;

export const relayStatements = {
  /**
   * Gives restored rows the number of this transaction: such numbers say what became visible since a snapshot, and
   * theirs are of another cluster. The rows keep their seq, by which they are sent.
   */
  relayAdopt: statement(
    'relay_adopt',
    `with adopted as (
  update cell.outbox set xid = pg_current_xact_id() where id = any (array(
    select id from cell.outbox where xid >= ${notBegun} limit :adoptedMax::int
  )) returning id
)
select count(*)::int as adopted from adopted`,
  ),

  /** The snapshot from which a relay starts. */
  relaySnapshot: statement('relay_snapshot', 'select pg_current_snapshot()::text as snapshot'),

  /**
   * The first page of rows that became visible since a snapshot, and the snapshot that sees them. An empty page has one
   * row, whose id is null. The snapshot is the statement's own, so nothing falls between two calls.
   */
  relayNew: statement(
    'relay_new',
    `select pg_current_snapshot()::text as snapshot, page.*
from (select 1) one left join lateral (
  select ${rowOf('fresh')} from ${newSince(':since::pg_snapshot')} fresh order by fresh.seq limit :pageMax::int
) page on true
order by page.seq`,
    { names: ['since'] },
  ),

  /** A later page of the rows that are visible in `snapshot` and were not in `since`. */
  relayPage: statement(
    'relay_page',
    `select ${rowOf('outbox')} from cell.outbox
where outbox.seq > :after::bigint and pg_visible_in_snapshot(outbox.xid, :snapshot::pg_snapshot)
  and not pg_visible_in_snapshot(outbox.xid, :since::pg_snapshot)
order by outbox.seq limit :pageMax::int`,
  ),

  /**
   * Whether a row waits that was visible in `snapshot` and not in `since`. Rows that were moved since are dead. While a
   * transaction holds an old snapshot, they cannot be vacuumed, so they must not be read again with each poll.
   */
  relayLeft: statement(
    'relay_left',
    `select coalesce((
  select true from ${newSince(':since::pg_snapshot')} fresh where pg_visible_in_snapshot(fresh.xid, :snapshot::pg_snapshot)
    and ${isNoDeadLetter('fresh')} limit 1
), false) as "isLeft"`,
    { names: ['since'] },
  ),

  /** The rows that a snapshot shows and that still wait, without dead letters. */
  relayAgain: statement(
    'relay_again',
    `select ${rowOf('outbox')} from cell.outbox
where outbox.seq > :after::bigint and pg_visible_in_snapshot(outbox.xid, :snapshot::pg_snapshot) and ${isNoDeadLetter('outbox')}
order by outbox.seq limit :pageMax::int`,
  ),

  /** The rows among these that still wait. */
  relayWaiting: statement(
    'relay_waiting',
    `select count(*)::int as waiting from cell.outbox where outbox.id = any (:ids::uuid[]) and ${isNoDeadLetter('outbox')}`,
  ),

  /**
   * The rows that wait, and since when. No row waits that was visible in `cleared`. Up to `countedMax` rows are counted;
   * beyond that the answer is the distance between the first and the last seq, which may be too high and never too low.
   */
  outboxLevel: statement(
    'outbox_level',
    `select case when waiting.count <= :countedMax::int then waiting.count
      else greatest(waiting.count, 1 + (select max(seq) from cell.outbox) - first.seq) end as rows,
  coalesce(first.age, 0) as age, (select count(*)::int from (select from cell.poison_event limit :countedMax::int)) as parked
from (select count(*) as count from (select from cell.outbox where xid >= pg_snapshot_xmax(:cleared::pg_snapshot)
  limit :countedMax::int + 1)) waiting
left join lateral (
  select seq, extract(epoch from clock_timestamp() - occurred_on)::float8 as age from cell.outbox
  where xid >= pg_snapshot_xmax(:cleared::pg_snapshot) and ${isNoDeadLetter('outbox')} order by xid, seq limit 1
) first on true`,
  ),
};
