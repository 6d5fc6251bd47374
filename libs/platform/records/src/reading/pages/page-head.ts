import type { RawRow } from '@rapport/database';
import type { ViewNumbers } from '@rapport/kernel';
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

export const headColumns = 6;

/** The columns of the head in a row that is no head. */
export const noHead = 'null, null, null, null, null, null';

/**
 * W lies above every visible stamp of the resource and below every later one of the tenant: the newest of the log, or
 * the floor, cut to the millisecond, plus one. It is read in the snapshot that reads the page. With it come the numbers
 * of the caller's view, whether `updatedFrom` is too old, the cell's epoch and the number of the definitions.
 */
export function firstPageHead(
  resource: number,
  { client, user }: FirstPageParameters,
  watermark: RecordRules['watermark'],
  tooOld: string,
): string {
  const newest = `greatest(born, since, newest, (select max(occurred_on) from cell.outbox
    where tenant = :tenant and resource = ${resource} and occurred_on > coalesce(newest, born)))`;
  return `${watermark(newest)} as watermark, client_number, user_number,
  coalesce(${tooOld}, false) as too_old, (select number from cell.epoch) as epoch, definitions, :nulls
from tenant.feed_floor,
  (select max(number) filter (where principal_id = ${client}) as client_number,
    max(number) filter (where principal_id = ${user}) as user_number, max(since) as since
    from tenant.view where principal_id in (${client}, ${user})) as view,
  (select max(occurred_on) as newest from tenant.change_feed where resource = ${resource}) as feed
where resource = ${resource}`;
}

export interface FirstPageParameters {
  readonly client: string;
  readonly user: string;
  readonly updatedFrom: string;
}

/** Whether `updatedFrom` is before the last change of the caller's view, which no feed shows. */
export function beforeTheView({ updatedFrom }: FirstPageParameters): string {
  return `${updatedFrom} < ${nextMillisecond('since')}`;
}

/** The position of a row whose columns behind the head begin with a time and an id. */
export function positionIn(row: RawRow): readonly [time: string, id: string] {
  const [time, id] = row.slice(headColumns, headColumns + 2);
  return [timeOf(time ?? ''), id ?? ''];
}

/** Takes the head from among the rows, where it may stand anywhere. */
export function splitHead(rows: RawRow[]): { head: PageHead | null; rows: RawRow[] } {
  const at = rows.findIndex((row) => row[epochAt] !== null);
  const [found] = at < 0 ? [] : rows.splice(at, 1);
  if (!found) {
    return { head: null, rows };
  }
  const [watermark, client, user, tooOld, epoch, definitions] = found;
  const view = { client: Number(client ?? 0), user: Number(user ?? 0) };
  const numbers = { epoch: Number(epoch), definitions: Number(definitions ?? 0) };
  return { head: { watermark: watermark ?? null, view, tooOld: tooOld === 't', ...numbers }, rows };
}

/** Every head has the epoch, and no other row has. */
const epochAt = 4;
