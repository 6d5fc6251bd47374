import { expect, test } from 'vitest';
import { shortest } from './shortest.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

test.each([[[0]], [[59]], [[3, 4]], [[7, 31, 58]], [[]]])(
  'of sixty items those are left that matter: %j',
  async (matter) => {
    const left = await shortest(upTo(60), (fewer) => Promise.resolve(matter.every((item) => fewer.includes(item))));
    expect(left).toEqual(matter);
  },
);

test('of what is left nothing more can be left out, and the order stays', async () => {
  const isMuch = (items: readonly number[]): boolean => items.reduce((sum, item) => sum + item, 0) > 14;
  const left = await shortest(upTo(9), (fewer) => Promise.resolve(isMuch(fewer)));
  expect(isMuch(left)).toBe(true);
  expect(left.filter((_, at) => isMuch(left.toSpliced(at, 1)))).toEqual([]);
  expect(left).toEqual(left.toSorted((one, other) => one - other));
});
