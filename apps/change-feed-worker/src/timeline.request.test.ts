import { expect, test } from 'vitest';
import { besiegeTimelines, harms } from './testing/timeline-siege.ts';

const rounds = 3;

test('every timeline is what the writes say, item by item, whatever is killed, frozen, lost or sent again, at any moment and amid moves', async () => {
  const once = harms.flatMap((harm) => [true, false].map((isAmidMove) => ({ harm, isAmidMove })));
  const { items, expected } = await besiegeTimelines(Array.from({ length: rounds }, () => once).flat());
  expect(items).toEqual(expected);
});
