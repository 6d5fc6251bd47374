import { expect, test } from 'vitest';
import { Insurance } from './insurance.ts';

test('a key has its limit, what remains counts down, and a refused request takes nothing', async () => {
  const insurance = new Insurance();
  const answers = [await insurance.take('a', 2, 1), await insurance.take('a', 2, 2), await insurance.take('a', 2, 1)];
  expect(answers.map(({ isTaken, remaining }) => [isTaken, remaining])).toEqual([
    [true, 1],
    [false, 1],
    [true, 0],
  ]);
  expect((await insurance.take('a', 2, 1)).isTaken).toBe(false);
  expect((await insurance.take('b', 2, 1)).isTaken).toBe(true);
});

test('of more keys than it holds it forgets the one that was not used for longest', async () => {
  const insurance = new Insurance(2);
  for (const key of ['a', 'b', 'c']) {
    expect((await insurance.take(key, 1, 1)).isTaken).toBe(true);
  }
  expect((await insurance.take('c', 1, 1)).isTaken).toBe(false);
  expect((await insurance.take('a', 1, 1)).isTaken).toBe(true);
});

test('of many requests at the same time as many get through as the limit says', async () => {
  const insurance = new Insurance();
  const answers = await Promise.all(Array.from({ length: 60 }, () => insurance.take('a', 30, 1)));
  expect(answers.filter(({ isTaken }) => isTaken)).toHaveLength(30);
});
