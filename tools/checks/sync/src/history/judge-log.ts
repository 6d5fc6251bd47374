import type { History } from './history.ts';
import type { TrueItem, Truth } from './truth.ts';

/** Judges the database: every version of a record has one item, and the newest item has the record's own time. */
export function judgeLog(history: History, { records, items, purgedTo }: Truth): void {
  const ids = new Set<string>();
  for (const { id, recordId } of items) {
    if (ids.has(id)) {
      history.violate('twice', `the item ${id} is in the feed and in the outbox`, recordId);
    }
    ids.add(id);
  }
  const stories = Map.groupBy(items, ({ recordId }) => recordId);
  for (const [recordId, story] of stories) {
    if (isGapless(story, purgedTo)) {
      continue;
    }
    const found = story.map(({ version, operation }) => `${version} ${operation}`).join(', ');
    history.violate('change without item', `the items of a record are ${found}`, recordId);
  }
  for (const { id, at, version } of records.values()) {
    const newest = stories.get(id)?.at(-1);
    if (newest === undefined && at <= purgedTo) {
      continue;
    }
    if (newest?.at === at && newest.version === version && newest.operation !== 'deleted') {
      continue;
    }
    const found = newest === undefined ? 'none' : `version ${newest.version} of ${newest.at}, ${newest.operation}`;
    history.violate('change without item', `the newest item of version ${version} of ${at} is ${found}`, id);
  }
}

/** The purge takes the oldest items, so the ones it left start at a later version. */
function isGapless(story: readonly TrueItem[], purgedTo: string): boolean {
  const first = story[0]?.version ?? 1;
  return (first === 1 || purgedTo !== '') && story.every(({ version }, n) => version === first + n);
}
