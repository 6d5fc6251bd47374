import { expect, test } from 'vitest';
import { SharedReads } from './shared-reads.ts';

class HeldReads {
  readonly #held: PromiseWithResolvers<string>[] = [];

  get begun(): number {
    return this.#held.length;
  }

  readonly read = (): Promise<string> => {
    const held = Promise.withResolvers<string>();
    this.#held.push(held);
    return held.promise;
  };

  answer(at: number, text: string): void {
    this.#held[at]?.resolve(text);
  }

  fail(at: number): void {
    this.#held[at]?.reject(new Error('the database is away'));
  }
}

test('callers that come while a read is under way share the next one, which begins when that has ended', async () => {
  const reads = new SharedReads<string>(60_000, noMoment);
  const held = new HeldReads();
  const first = reads.take('a', held.read);
  const others = [reads.take('a', held.read), reads.take('a', held.read)];
  expect(held.begun).toBe(1);
  held.answer(0, 'before');
  expect(await first).toBe('before');
  await expect.poll(() => held.begun, { timeout: 10_000 }).toBe(2);
  const last = reads.take('a', held.read);
  held.answer(1, 'after');
  expect(await Promise.all(others)).toEqual(['after', 'after']);
  await expect.poll(() => held.begun, { timeout: 10_000 }).toBe(3);
  held.answer(2, 'at last');
  expect(await last).toBe('at last');
});

test('callers that come in the moment after a read share the next one with those that waited', async () => {
  const moment = Promise.withResolvers<void>();
  const reads = new SharedReads<string>(60_000, () => moment.promise);
  const held = new HeldReads();
  const first = reads.take('a', held.read);
  const waiting = reads.take('a', held.read);
  held.answer(0, 'before');
  await first;
  const again = reads.take('a', held.read);
  expect(held.begun).toBe(1);
  moment.resolve();
  await expect.poll(() => held.begun, { timeout: 10_000 }).toBe(2);
  held.answer(1, 'after');
  expect(await Promise.all([waiting, again])).toEqual(['after', 'after']);
});

test('a read that fails soon fails for its own callers alone', async () => {
  const reads = new SharedReads<string>(60_000, noMoment);
  const held = new HeldReads();
  const first = reads.take('a', held.read);
  const second = reads.take('a', held.read);
  held.fail(0);
  await expect(first).rejects.toThrow('away');
  await expect.poll(() => held.begun, { timeout: 10_000 }).toBe(2);
  held.answer(1, 'again');
  expect(await second).toBe('again');
});

test('a read that fails late fails for those who waited for it too, and what is asked then is read anew', async () => {
  const reads = new SharedReads<string>(0, noMoment);
  const held = new HeldReads();
  const both = [reads.take('a', held.read), reads.take('a', held.read)];
  held.fail(0);
  const outcomes = await Promise.allSettled(both);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(held.begun).toBe(1);
  const anew = reads.take('a', held.read);
  held.answer(1, 'anew');
  expect(await anew).toBe('anew');
});

test('what differs is read at once, and what has ended is read anew', async () => {
  const reads = new SharedReads<string>(60_000, noMoment);
  const held = new HeldReads();
  const both = [reads.take('a', held.read), reads.take('b', held.read)];
  expect(held.begun).toBe(2);
  held.answer(0, 'of a');
  held.answer(1, 'of b');
  expect(await Promise.all(both)).toEqual(['of a', 'of b']);
  const anew = reads.take('a', held.read);
  await expect.poll(() => held.begun, { timeout: 10_000 }).toBe(3);
  held.answer(2, 'anew');
  expect(await anew).toBe('anew');
});

function noMoment(): Promise<void> {
  return Promise.resolve();
}
