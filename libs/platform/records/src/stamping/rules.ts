import type { ViewNumbers } from '@rapport/kernel';

/** A table that holds items of feeds, and the predicate for this tenant's rows. */
export interface FeedLog {
  readonly table: string;
  readonly isOurs: string;
}

/** The scan of a feed's page for a caller that may see only some of the changes. */
export interface FeedScan {
  /** The most changes that a page scans, however few of them its caller sees. */
  readonly changesMax: number;
  /** Whether a page ends with the change at this position. The read goes on behind it, seen by its caller or not. */
  readonly isEnd: (position: string, changesMax: number) => string;
}

/**
 * The rules that keep a client from missing a change. Statements are composed of them once. The sync
 * check starts platforms with one rule replaced, and must then find the missed changes.
 */
export abstract class RecordRules {
  /**
   * The stamp of a write: it takes the tenant's lock to the end of the transaction and begins a later millisecond. Its
   * width is how many microseconds from it on are the transaction's own.
   */
  abstract readonly stamp: (width: string) => string;
  /** The watermark for the newest visible time of the log: visible changes lie below it, and all later ones above. */
  abstract readonly watermark: (newest: string) => string;
  /** The tables with the items of a feed: in every snapshot each item is in one of them. */
  abstract readonly feedLogs: readonly FeedLog[];
  abstract readonly feedScan: FeedScan;
  /** Whether the purge took items of a time. A read that stands inside a purged stamp would miss its items. */
  abstract readonly isPurged: (time: string, purgedTo: string) => string;
  /** Whether a read saw a newer view than the one with which its caller was admitted. */
  abstract readonly isStaleView: (seen: ViewNumbers, admitted: ViewNumbers) => boolean;
}

/** The stamp of a transaction of one tenant. */
export const tenantStamp = stampOf('1');

function stampOf(width: string): string {
  return `cell.stamp(:tenant, 'tenant.clock', ${width})`;
}

/** The whole millisecond above a time. Every stamp between the two is visible where the time is visible. */
export function nextMillisecond(time: string): string {
  return `date_trunc('milliseconds', ${time}) + interval '1 millisecond'`;
}

export const recordRules: RecordRules = {
  stamp: stampOf,
  watermark: nextMillisecond,
  feedLogs: [
    { table: 'tenant.change_feed', isOurs: 'true' },
    { table: 'cell.outbox', isOurs: 'tenant = :tenant' },
  ],
  feedScan: { changesMax: 5_000, isEnd: (position, changesMax) => `${position} = ${changesMax}` },
  isPurged: (time, purgedTo) => `${time} <= ${purgedTo}`,
  isStaleView: (seen, admitted) => seen.client > admitted.client || seen.user > admitted.user,
};
