import type { History, Read } from './history.ts';

/**
 * Judged by the client's clock: a watermark lies above every stamp that was answered before its read began, below every
 * stamp of a write that began after its first page had come, and not below the watermark of an earlier read.
 */
export function judgeWatermarks(history: History): void {
  const began = history.reads.toSorted((one, two) => one.startedAt - two.startedAt);
  const came = history.reads.toSorted((one, two) => one.firstPageAt - two.firstPageAt);
  neverBack(history, began, came);
  neverTooHigh(history, came);
  neverTooLow(history, began);
}

function neverBack(history: History, began: readonly Read[], came: readonly Read[]): void {
  const before = new Greatest(
    came,
    (read) => read.firstPageAt,
    (read) => read.until,
  );
  for (const { startedAt, until, client, kind } of began) {
    const highest = before.upTo(startedAt);
    if (highest > until) {
      history.violate('watermark back', `${client}: the ${kind} gave ${until} after ${highest}`);
    }
  }
}

function neverTooHigh(history: History, came: readonly Read[]): void {
  const before = new Greatest(
    came,
    (read) => read.firstPageAt,
    (read) => read.until,
  );
  const writes = history.writes.filter(({ stamp }) => stamp !== undefined);
  for (const { startedAt, stamp = '', value, recordId } of writes.toSorted(
    (one, two) => one.startedAt - two.startedAt,
  )) {
    const highest = before.upTo(startedAt);
    if (stamp > highest) {
      continue;
    }
    history.violate('watermark too high', `${value} got ${stamp}, and a read had ended at ${highest} before`, recordId);
  }
}

function neverTooLow(history: History, began: readonly Read[]): void {
  const answered = history.writes.filter(({ stamp, outcome }) => outcome === 'done' && stamp !== undefined);
  const before = new Greatest(
    answered.toSorted((one, two) => (one.endedAt ?? 0) - (two.endedAt ?? 0)),
    (write) => write.endedAt ?? 0,
    (write) => write.stamp ?? '',
  );
  for (const { startedAt, until, client, kind } of began) {
    const newest = before.upTo(startedAt);
    if (newest < until) {
      continue;
    }
    history.violate(
      'own write missing',
      `${client}: a ${kind} ended at ${until}, and ${newest} was answered before it began`,
    );
  }
}

/** The greatest text up to a time. The list is in the order of time, and so are the calls. */
class Greatest<T> {
  readonly #list: readonly T[];
  readonly #at: (item: T) => number;
  readonly #text: (item: T) => string;
  #next = 0;
  #greatest = '';

  constructor(list: readonly T[], at: (item: T) => number, text: (item: T) => string) {
    this.#list = list;
    this.#at = at;
    this.#text = text;
  }

  upTo(time: number): string {
    for (
      let item = this.#list[this.#next];
      item !== undefined && this.#at(item) < time;
      item = this.#list[this.#next]
    ) {
      const text = this.#text(item);
      if (text > this.#greatest) {
        this.#greatest = text;
      }
      this.#next += 1;
    }
    return this.#greatest;
  }
}
