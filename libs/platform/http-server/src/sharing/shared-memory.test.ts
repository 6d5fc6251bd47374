import { expect, test } from 'vitest';
import { SharedMemory } from './shared-memory.ts';

test('of a full memory the tenant that holds most loses, of it the address that holds most, and of that the largest piece', () => {
  const memory = new SharedMemory(100);
  const pieces = [
    { tenant: 'small', address: 'a', bytes: 25 },
    { tenant: 'large', address: 'a', bytes: 20 },
    { tenant: 'large', address: 'b', bytes: 12 },
    { tenant: 'large', address: 'b', bytes: 13 },
    { tenant: 'large', address: 'b', bytes: 11 },
  ].map(({ bytes, ...share }) => ({ held: memory.hold(share), bytes }));
  pieces.forEach(({ held, bytes }) => held.grow(bytes));
  expect(memory.bytes).toBe(81);
  memory.hold({ tenant: 'new', address: 'c' }).grow(20);
  expect(pieces.map(({ held }) => held.lost.aborted)).toEqual([false, false, false, true, false]);
  expect(memory.bytes).toBe(88);
});

test('what is released makes room, once, and what was lost grows no more', () => {
  const memory = new SharedMemory(100);
  const [kept, lost] = [memory.hold({ tenant: 't', address: 'a' }), memory.hold({ tenant: 't', address: 'a' })];
  kept.grow(40);
  lost.grow(61);
  lost.grow(50);
  expect([lost.lost.aborted, kept.lost.aborted, memory.bytes]).toEqual([true, false, 40]);
  lost.release();
  kept.release();
  kept.release();
  expect(memory.bytes).toBe(0);
});
