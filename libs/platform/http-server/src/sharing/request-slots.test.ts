import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RequestSlots, type SlotLimits } from './request-slots.ts';
import { SharedMemory } from './shared-memory.ts';

const limits: SlotLimits = {
  ofAddress: 3,
  usual: 8,
  crowdedOfAddress: 2,
  crowded: 4,
  waiting: 100,
  waitMs: 60_000,
};

/** Requests under work, by address, each of which goes on until it is told to end. */
class Work {
  readonly #slots: RequestSlots;
  readonly #underWork = new Map<string, (() => void)[]>();

  constructor(differing: Partial<SlotLimits> = {}) {
    this.#slots = new RequestSlots({ ...limits, ...differing });
  }

  begin(address: string, res: EventEmitter = new EventEmitter(), held = memory.hold({ tenant: '', address })) {
    // Of a response the slots know its end alone.
    const done = this.#slots.during(address, res as ServerResponse, held, async () => {
      const ended = Promise.withResolvers<void>();
      this.#underWork.set(address, [...(this.#underWork.get(address) ?? []), ended.resolve]);
      await ended.promise;
    });
    done.catch(() => undefined);
    return done;
  }

  beginMany(address: string, count: number): void {
    for (let begun = 0; begun < count; begun += 1) {
      void this.begin(address);
    }
  }

  of(address: string): number {
    return this.#underWork.get(address)?.length ?? 0;
  }

  async end(address: string): Promise<void> {
    this.#underWork.get(address)?.shift()?.();
    await nextTurn();
  }
}

const memory = new SharedMemory(100);

test('an address has its slots, a few of the crowded ones, and no more; others are not held up', async () => {
  const work = new Work();
  work.beginMany('a', 20);
  work.beginMany('b', 1);
  expect([work.of('a'), work.of('b')]).toEqual([5, 1]);
  await work.end('a');
  expect(work.of('a')).toBe(5);
});

test('crowded addresses share the crowded slots, and take no usual ones', async () => {
  const work = new Work({ usual: 100 });
  ['a', 'b', 'c', 'd'].forEach((address) => work.beginMany(address, 20));
  expect(['a', 'b', 'c', 'd'].map((address) => work.of(address))).toEqual([5, 5, 3, 3]);
  await work.end('a');
  await work.end('a');
  expect(['a', 'b', 'c', 'd'].map((address) => work.of(address))).toEqual([4, 5, 4, 3]);
});

test('where all slots are taken, addresses get them in turns', async () => {
  const work = new Work({ usual: 3 });
  work.beginMany('a', 3);
  work.beginMany('b', 9);
  work.beginMany('c', 1);
  for (let count = 0; count < 2; count += 1) {
    await work.end('a');
  }
  expect([work.of('b'), work.of('c')]).toEqual([1, 1]);
});

test('a request waits for a bounded time, among a bounded number', async () => {
  const late = new Work({ waitMs: 10 });
  late.beginMany('a', 5);
  await expect(late.begin('a')).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '1' } });
  const full = new Work({ waiting: 2 });
  full.beginMany('a', 7);
  await expect(full.begin('a')).rejects.toMatchObject({ code: 'service_unavailable' });
  await full.end('a');
  expect(full.of('a')).toBe(5);
});

test('a caller that goes away, and a body that is lost, give their turn to the next', async () => {
  const work = new Work();
  work.beginMany('a', 5);
  const [res, held] = [new EventEmitter(), memory.hold({ tenant: '', address: 'a' })];
  const [gone, lost] = [work.begin('a', res), work.begin('a', new EventEmitter(), held)];
  res.emit('close');
  held.grow(101);
  await expect(gone).rejects.toThrow('the caller went away');
  await expect(lost).rejects.toMatchObject({ code: 'service_unavailable' });
  await work.end('a');
  expect(work.of('a')).toBe(4);
});
