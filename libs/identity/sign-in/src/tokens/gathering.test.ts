import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Gathering } from './gathering.ts';

test('the first goes alone, what comes meanwhile goes together, and each caller gets its own result', async () => {
  const rounds: number[][] = [];
  const gathering = new Gathering(async (inputs: readonly number[]) => {
    rounds.push([...inputs]);
    await turn();
    return inputs.map((input) => input * 10);
  });
  const results = await Promise.all([1, 2, 3].map((input) => gathering.do(input)));
  expect(results).toEqual([10, 20, 30]);
  expect(rounds).toEqual([[1], [2, 3]]);
});

test('a round that fails fails its own callers, and the next one goes on', async () => {
  const gathering = new Gathering(async (inputs: readonly string[]) => {
    await turn();
    if (inputs.includes('bad')) {
      throw new Error('this round');
    }
    return inputs;
  });
  const results = await Promise.allSettled(['first', 'bad', 'beside'].map((input) => gathering.do(input)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await gathering.do('later')).toBe('later');
});

test('at most a hundred go together, and one more than a thousand waiting is refused', async () => {
  const sizes: number[] = [];
  const gathering = new Gathering(async (inputs: readonly number[]) => {
    sizes.push(inputs.length);
    await turn();
    return inputs;
  });
  const all = Array.from({ length: 1_001 }, (_, index) => gathering.do(index));
  expect(() => gathering.do(0)).toThrow('wait already');
  await Promise.all(all);
  expect(sizes).toEqual([1, ...Array.from({ length: 10 }, () => 100)]);
});
