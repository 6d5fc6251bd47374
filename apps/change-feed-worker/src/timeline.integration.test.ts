import { test } from 'vitest';
import { besiegeTimelines, harms } from './testing/timeline-siege.ts';
import { expectTimelines } from './testing/expect-timelines.ts';

test('every timeline is what the writes say, item by item, whatever is killed, frozen, lost or sent again', async () => {
  const turns = harms.map((harm, index) => ({ harm, isAmidMove: index % 2 === 0 }));
  expectTimelines(await besiegeTimelines(turns));
}, 400_000);
