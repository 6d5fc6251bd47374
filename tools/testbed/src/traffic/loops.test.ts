import { expect, test } from 'vitest';
import { closedLoop, openLoop } from './loops.ts';

test('a closed loop has so much under way, and ends when the work was done often enough', async () => {
  const numbers: number[] = [];
  let [underWay, most] = [0, 0];
  const work = async (number: number): Promise<void> => {
    most = Math.max(most, (underWay += 1));
    numbers.push(number);
    await Promise.resolve();
    underWay -= 1;
  };
  await closedLoop(work, { underWay: 3, count: 10 }).ended;
  expect(numbers).toEqual([...Array(10).keys()]);
  expect(most).toBe(3);
});

test('an open loop begins what is due while nothing ends, and leaves out what is beyond its bound', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: number[] = [];
  let leftOut = 0;
  const loop = openLoop(
    (number) => {
      begun.push(number);
      return promise;
    },
    { perSecond: 1_000, count: 7, underWayMax: 4, onLeftOut: () => (leftOut += 1) === 3 && resolve() },
  );
  await loop.ended;
  expect(begun).toEqual([0, 1, 2, 3]);
  expect(leftOut).toBe(3);
});

test.each([
  ['closed', (work: () => Promise<never>) => closedLoop(work, { underWay: 2 })],
  ['open', (work: () => Promise<never>) => openLoop(work, { perSecond: 1_000 })],
])('the first failure ends a loop that is %s', async (_, begin) => {
  await expect(begin(() => Promise.reject(new Error('it failed'))).ended).rejects.toThrow('it failed');
});

test.each([
  ['its caller', undefined],
  ['a signal', new AbortController()],
])('a loop that %s stops begins nothing more', async (_, controller) => {
  let begun = 0;
  const loop = closedLoop(
    async () => {
      begun += 1;
      await new Promise((resolve) => setImmediate(resolve));
    },
    { ...(controller && { signal: controller.signal }) },
  );
  if (controller === undefined) {
    await loop.stop();
  } else {
    controller.abort();
    await loop.ended;
  }
  expect(begun).toBe(1);
});
