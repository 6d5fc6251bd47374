import { expect, test, vi } from 'vitest';
import { pause, unlessAborted, within } from './deadline.ts';
import { EventBusFailure } from './event-bus-failure.ts';

test('work that takes longer than it may fails, and no work leaves a timer behind', async () => {
  await expect(within(5, 'Work', new Promise(() => undefined))).rejects.toThrow(EventBusFailure);
  vi.useFakeTimers();
  expect(await within(1_000, 'Work', Promise.resolve(7))).toBe(7);
  expect(await unlessAborted(new AbortController().signal, Promise.resolve(7))).toBe(7);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('nothing is awaited any longer when its signal aborts, also when it aborted before', async () => {
  const signal = new AbortController();
  const waits = [pause(60_000, signal.signal), unlessAborted(signal.signal, new Promise(() => undefined))];
  signal.abort();
  waits.push(pause(60_000, signal.signal), unlessAborted(signal.signal, new Promise(() => undefined)));
  expect(await Promise.all(waits)).toEqual(Array(4).fill(undefined));
});
