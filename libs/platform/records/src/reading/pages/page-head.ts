import type { RawRow } from '@rapport/database';
import type { ViewNumbers } from '@rapport/kernel';
import { headOf } from '../../showing/row-head.ts';
import { timeOf } from '../../showing/time-text.ts';
import { nextMillisecond, type RecordRules } from '../../stamping/rules.ts';

/** The facts of a read as a whole, in one row of a page that is no record. In other rows these columns are null. */
export interface PageHead {
  /** Null on a later page, which has it in its cursor. */
  readonly watermark: string | null;
  /** The newest numbers of the caller's view, 0 where it never changed. */
  readonly view: ViewNumbers;
  readonly tooOld: boolean;
  readonly epoch: number;
  /** The number of the custom fields' definitions; 0 where the read shows none. */
  readonly definitions: number;
}

const columns = ['watermark', 'client_number', 'user_number', 'too_old', 'epoch', 'definitions'] as const;
export const headColumns = columns.length;
const epochAt = columns.indexOf('epoch');

/** The columns of the head in a row that is no head. */
export const noHead = columns.map(() => 'null').join(', ');

/**
 * W lies above every visible stamp of the resource and below every later one of the tenant: the newest of the log, or
 * the floor, cut to the millisecond, plus one. It is read in the snapshot that reads the page. With it come the numbers
 * of the caller's view, whether `updatedFrom` is too old, the cell's epoch and the number of the definitions.
 */
export function firstPageHead(
  resource: number,
  watermark: RecordRules['watermark'],
  tooOld: string,
  nulls: string,
): string {
  const newest = `greatest(born, since, newest, (select max(occurred_on) from cell.outbox
    where tenant = :tenant and resource = ${resource} and occurred_on > coalesce(newest, born)))`;
  // The client is a text, which is looked for in the external ids of each row as it is.
  return `${watermark(newest)} as watermark, client_number, user_number,
  coalesce(${tooOld}, false) as too_old, (select number from cell.epoch) as epoch, definitions, ${nulls}
from tenant.feed_floor,
  (select max(number) filter (where principal_id = :client::text::uuid) as client_number,
    max(number) filter (where principal_id = :user::uuid) as user_number, max(since) as since
    from tenant.view where principal_id in (:client::text::uuid, :user::uuid)) as view,
  (select max(occurred_on) as newest from tenant.change_feed where resource = ${resource}) as feed
where resource = ${resource}`;
}

/** Whether `updatedFrom` is before the last change of the caller's view, which no feed shows. */
export const isBeforeTheView = `:updatedFrom::timestamptz < ${nextMillisecond('since')}`;

/** The position of a row whose columns behind the head begin with a time and an id. */
export function positionIn(row: RawRow): readonly [time: string, id: string] {
  const [time, id] = row.slice(headColumns, headColumns + 2);
  return [timeOf(time ?? ''), id ?? ''];
}

/** Takes the head from among the rows, where it may stand anywhere: it alone has the epoch. */
export function splitHead(rows: RawRow[]): { head: PageHead | null; rows: RawRow[] } {
  const at = rows.findIndex((row) => row[epochAt] !== null);
  const [found] = at < 0 ? [] : rows.splice(at, 1);
  if (!found) {
    return { head: null, rows };
  }
  const { watermark, client_number, user_number, too_old, epoch, definitions } = headOf(found, columns);
  const view = { client: Number(client_number ?? 0), user: Number(user_number ?? 0) };
  const numbers = { epoch: Number(epoch), definitions: Number(definitions ?? 0) };
  return { head: { watermark, view, tooOld: too_old === 't', ...numbers }, rows };
}
