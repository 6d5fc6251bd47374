import { expect } from 'vitest';
import { itemCauses } from './timeline/item-causes.ts';
import type { SiegeResult } from './timeline-siege.ts';

/** Expects the items of the model, with each type of item from each surface that can cause it. */
export function expectTimelines(result: SiegeResult): void {
  expect(result.items).toEqual(result.expected);
  expect(result.recipients).toHaveLength(result.expectedRecipients);
  expect(result.itemsOfMails).toEqual(result.expectedOfMails);
  expect(result.itemsOfMails).not.toEqual([]);
  const causes = Object.entries(itemCauses).flatMap(([itemType, by]) =>
    by.map((surface) => `${itemType} by ${surface}`),
  );
  expect(result.caused).toEqual(causes.toSorted());
}
