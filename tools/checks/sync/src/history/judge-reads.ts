import type { History, Read } from './history.ts';
import { visibleItems, visibleRecords, type Truth, type Visibility } from './truth.ts';

/**
 * Each single read kept the promise of its own watermark: it held everything from its beginning up to there. Reads of a
 * client whose view changed meanwhile are left out, because it is not known what they had to show.
 */
export function judgeReads(history: History, truth: Truth, seenBy: ReadonlyMap<string, Visibility | undefined>): void {
  const feeds = new Map<Visibility, Entry[]>();
  const lists = new Map<Visibility, Entry[]>();
  for (const read of history.reads) {
    const visibility = seenBy.get(read.client);
    if (!read.isWhole || visibility === undefined) {
      continue;
    }
    const [entries, make] = read.kind === 'feed' ? [feeds, visibleItems] : [lists, recordsOf];
    const known = entries.get(visibility) ?? make(truth, visibility);
    entries.set(visibility, known);
    judgeRead(history, read, known, truth.purgedTo);
  }
}

interface Entry {
  readonly id: string;
  readonly recordId: string;
  readonly at: string;
}

function judgeRead(history: History, read: Read, entries: readonly Entry[], purgedTo: string): void {
  const from = read.from ?? '';
  for (let n = firstAt(entries, from); n < entries.length; n += 1) {
    const entry = entries[n];
    if (entry === undefined || entry.at > read.until) {
      return;
    }
    // A read does not owe an item that the purge took, or may have taken before the read came to it.
    if (read.rows.has(entry.id) || (read.kind === 'feed' && entry.at <= purgedTo)) {
      continue;
    }
    const text = `${read.client}'s ${read.kind} from ${read.from} to ${read.until} lacks what was changed at ${entry.at}`;
    history.violate('missed', text, entry.recordId);
  }
}

function recordsOf(truth: Truth, visibility: Visibility): Entry[] {
  return [...visibleRecords(truth, visibility)]
    .map(([id, at]) => ({ id, recordId: id, at }))
    .toSorted((one, two) => (one.at < two.at ? -1 : 1));
}

/** The place of the first entry of that time or later. */
function firstAt(entries: readonly Entry[], at: string): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.at ?? '') < at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
