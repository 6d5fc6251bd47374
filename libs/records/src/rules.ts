import type { ViewNumbers } from '@rapport/kernel';

/** A table that holds items of feeds, and which of its rows are this tenant's. */
export interface FeedLog {
  readonly table: string;
  readonly isOurs: string;
}

/** How far a page of a feed looks for a caller who may see only some of the changes. */
export interface FeedLook {
  /** A page looks at no more changes, however few of them its caller sees. */
  readonly changesMax: number;
  /** Whether a page ends with the change at this place: the read goes on behind it, although its caller may not see it. */
  readonly isEnd: (place: string, changesMax: number) => string;
}

/**
 * What keeps a client from missing a change, one entry for each rule: statements are composed of them once. The sync
 * check starts platforms with one of them replaced, and must find what is missed then.
 */
export abstract class RecordRules {
  /** The stamp of a write: it takes the tenant's lock to the end of the transaction and begins a later millisecond. */
  abstract readonly stamp: string;
  /** The watermark for the newest visible time of the log: all that is visible lies below it, all that comes later above. */
  abstract readonly watermark: (newest: string) => string;
  /** The tables in which the items of a feed are: in every snapshot each item is in one of them. */
  abstract readonly feedLogs: readonly FeedLog[];
  abstract readonly feedLook: FeedLook;
  /** Whether the purge took items of a time. A read may stand inside a stamp, so what is left of the newest purged one is not all. */
  abstract readonly isPurged: (time: string, purgedTo: string) => string;
  /** Whether a read saw a newer view than the one that its caller was admitted with. */
  abstract readonly isStaleView: (seen: ViewNumbers, admitted: ViewNumbers) => boolean;
}

/** The stamp of a transaction of one tenant. */
export const tenantStamp = `cell.stamp(:tenant, 'tenant.clock', 1, :lock)`;

/** The whole millisecond above a time. No stamp lies between the two that is not visible where this time is. */
export function nextMillisecond(time: string): string {
  return `date_trunc('milliseconds', ${time}) + interval '1 millisecond'`;
}

export const recordRules: RecordRules = {
  stamp: tenantStamp,
  watermark: nextMillisecond,
  feedLogs: [
    { table: 'tenant.change_feed', isOurs: 'true' },
    { table: 'cell.outbox', isOurs: 'tenant = :tenant' },
  ],
  feedLook: { changesMax: 5_000, isEnd: (place, changesMax) => `${place} = ${changesMax}` },
  isPurged: (time, purgedTo) => `${time} <= ${purgedTo}`,
  isStaleView: (seen, admitted) => seen.client > admitted.client || seen.user > admitted.user,
};
