import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

test('an insurance that is full of keys forgets the one that was not used for longest', async () => {
  const insurance = new Insurance(2);
  for (const key of ['a', 'b', 'c']) {
    expect((await insurance.take(key, 1, 1)).isTaken).toBe(true);
  }
  expect((await insurance.take('c', 1, 1)).isTaken).toBe(false);
  expect((await insurance.take('a', 1, 1)).isTaken).toBe(true);
});

test('a unit that was given back is free again', async () => {
  const insurance = new Insurance();
  await insurance.take('a', 1, 1);
  await insurance.giveBack('a');
  expect((await insurance.take('a', 1, 1)).isTaken).toBe(true);
});

test('of many requests at the same time as many get through as the limit allows', async () => {
  const insurance = new Insurance();
  const answers = await Promise.all(Array.from({ length: 60 }, () => insurance.take('a', 30, 1)));
  expect(answers.filter(({ isTaken }) => isTaken)).toHaveLength(30);
});

describe('what Redis said of a key', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'Date', 'setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('the last answer of Redis counts on while Redis is away, until its first unit leaves', async () => {
    const insurance = new Insurance();
    insurance.note('a', { isTaken: true, limit: 3, remaining: 1, waitMs: 40_000 });
    expect(await insurance.take('a', 3, 0)).toMatchObject({ isTaken: true, remaining: 1 });
    expect(await insurance.take('a', 3, 1)).toMatchObject({ isTaken: true, remaining: 0 });
    vi.advanceTimersByTime(39_000);
    expect(await insurance.take('a', 3, 1)).toMatchObject({ isTaken: false, remaining: 0 });
  });

  test('the wait by the last answer of Redis is honest: a caller that waits for it gets through', async () => {
    const insurance = new Insurance();
    insurance.note('a', { isTaken: false, limit: 30, remaining: 0, waitMs: 25_000 });
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const { isTaken, waitMs } = await insurance.take('a', 30, 1);
      expect(isTaken).toBe(false);
      expect(waitMs).toBeGreaterThan(0);
      vi.advanceTimersByTime(Math.ceil(waitMs / 1_000) * 1_000);
      expect((await insurance.take('a', 30, 1)).isTaken).toBe(true);
    }
  });

  test('the last answer of Redis makes no caller wait for longer than a window, also where own units filled the limit', async () => {
    const insurance = new Insurance();
    insurance.note('a', { isTaken: true, limit: 30, remaining: 29, waitMs: 60_000 });
    for (let attempt = 0; attempt < 29; attempt += 1) {
      expect((await insurance.take('a', 30, 1)).isTaken).toBe(true);
    }
    const { isTaken, waitMs } = await insurance.take('a', 30, 1);
    expect([isTaken, waitMs <= 60_000]).toEqual([false, true]);
    vi.advanceTimersByTime(waitMs);
    expect((await insurance.take('a', 30, 1)).isTaken).toBe(true);
  });

  test('units of Redis count beside our own, which end sooner, and a caller waits for both where only both leave room', async () => {
    const insurance = new Insurance();
    await insurance.take('a', 30, 1);
    vi.advanceTimersByTime(50_000);
    insurance.note('a', { isTaken: false, limit: 30, remaining: 0, waitMs: 55_000 });
    const { isTaken, waitMs } = await insurance.take('a', 30, 1);
    expect([isTaken, waitMs]).toEqual([false, 55_000]);
    vi.advanceTimersByTime(55_000);
    expect((await insurance.take('a', 30, 1)).isTaken).toBe(true);
  });

  test('a caller that waited as long as Redis had said gets through', async () => {
    const insurance = new Insurance();
    insurance.note('a', { isTaken: false, limit: 30, remaining: 0, waitMs: 25_000 });
    vi.advanceTimersByTime(25_000);
    expect((await insurance.take('a', 30, 1)).isTaken).toBe(true);
  });

  test('the last answer of Redis is forgotten when its last unit has left', async () => {
    const insurance = new Insurance();
    insurance.note('a', { isTaken: true, limit: 2, remaining: 0, waitMs: 1_000 });
    vi.advanceTimersByTime(61_001);
    expect(await insurance.take('a', 2, 2)).toMatchObject({ isTaken: true, remaining: 0 });
  });
});
