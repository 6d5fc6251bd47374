import { expect, test } from 'vitest';
import { besiegeTimelines, harms } from './testing/timeline-siege.ts';

test('every timeline is what the writes say, item by item, whatever is killed, frozen, lost or sent again', async () => {
  const turns = harms.map((harm, index) => ({ harm, isAmidMove: index % 2 === 0 }));
  const { items, expected } = await besiegeTimelines(turns);
  expect(items).toEqual(expected);
}, 400_000);
