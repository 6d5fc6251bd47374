import { test } from 'vitest';
import { expectTimelines } from './testing/expect-timelines.ts';
import { besiegeTimelines, harms } from './testing/timeline-siege.ts';

const rounds = 3;

test('every timeline is what the writes say, item by item, whatever is killed, frozen, lost or sent again, at any moment and amid moves', async () => {
  const once = harms.flatMap((harm) => [true, false].map((isAmidMove) => ({ harm, isAmidMove })));
  expectTimelines(await besiegeTimelines(Array.from({ length: rounds }, () => once).flat()));
});
