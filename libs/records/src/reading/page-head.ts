import type { RawRow } from '@rapport/database';
import type { ViewNumbers } from '@rapport/kernel';
import { nextMillisecond, type RecordRules } from '../rules.ts';

/** What one row of a page, the one that is no record, tells of the read as a whole. In every other row these columns are null. */
export interface PageHead {
  /** Null on a later page, which has it in its cursor. */
  readonly watermark: string | null;
  /** The newest numbers of the caller's view, 0 where it never changed. */
  readonly view: ViewNumbers;
  readonly tooOld: boolean;
  readonly epoch: number;
}

export const headColumns = 5;

/** The columns of the head in a row that is none. */
export const noHead = 'null, null, null, null, null';

/**
 * W lies above every visible stamp of the resource and below every later one of the tenant: the newest of the log, or the
 * floor, cut to the millisecond, plus one. It is read in the snapshot that reads the page. With it come the numbers of the
 * caller's view, whether `updatedFrom` is too old, and the cell's epoch.
 */
export function firstPageHead(
  resource: number,
  { client, user }: FirstPagePlaces,
  watermark: RecordRules['watermark'],
  tooOld: string,
): string {
  const newest = `greatest(l.born, v.since, f.at, (select max(o.occurred_on) from cell.outbox o where o.tenant = :tenant
    and o.resource = ${resource} and o.occurred_on > coalesce(f.at, l.born)))`;
  return `${watermark(newest)} as watermark,
  v.client_number, v.user_number, coalesce(${tooOld}, false) as too_old, (select e.number from cell.epoch e) as epoch, :nulls
from tenant.feed_floor l,
  (select max(number) filter (where principal_id = ${client}) as client_number, max(number) filter (where principal_id = ${user}) as user_number,
    max(since) as since from tenant.view where principal_id in (${client}, ${user})) v,
  (select max(occurred_on) as at from tenant.change_feed where resource = ${resource}) f
where l.resource = ${resource}`;
}

export interface FirstPagePlaces {
  readonly client: string;
  readonly user: string;
  readonly updatedFrom: string;
}

/** From before the last change of the caller's view: what it may see since then was never told. */
export function beforeTheView({ updatedFrom }: FirstPagePlaces): string {
  return `${updatedFrom} < ${nextMillisecond('v.since')}`;
}

/** Takes the head from among the rows: it may stand anywhere. */
export function splitHead(rows: RawRow[]): { head: PageHead | null; rows: RawRow[] } {
  const at = rows.findIndex((row) => row[4] !== null);
  const [found] = at < 0 ? [] : rows.splice(at, 1);
  if (!found) {
    return { head: null, rows };
  }
  const [watermark, client, user, tooOld, epoch] = found;
  const view = { client: Number(client ?? 0), user: Number(user ?? 0) };
  return { head: { watermark: watermark ?? null, view, tooOld: tooOld === 't', epoch: Number(epoch) }, rows };
}
