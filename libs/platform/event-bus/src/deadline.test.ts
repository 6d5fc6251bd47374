import { expect, test, vi } from 'vitest';
import { pause, unlessAborted, within } from './deadline.ts';
import { EventBusFailure } from './event-bus-failure.ts';

test('work that ends in time gives its result or its failure', async () => {
  expect(await within(1_000, 'Work', Promise.resolve(7))).toBe(7);
  await expect(within(1_000, 'Work', Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('work that takes longer fails, and leaves no timer behind', async () => {
  await expect(within(5, 'Work', new Promise(() => undefined))).rejects.toThrow(EventBusFailure);
  const refused = new Error('refused');
  const cutOff = within(5, 'Work', new Promise(() => undefined), () => refused);
  await expect(cutOff).rejects.toMatchObject({ message: 'Work took too long.', cause: refused });
  vi.useFakeTimers();
  await within(1_000, 'Work', Promise.resolve());
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a pause ends when its signal aborts, also when it aborted before', async () => {
  const signal = new AbortController();
  const pauses = Promise.all([pause(60_000, signal.signal), pause(60_000, signal.signal)]);
  signal.abort();
  await pauses;
  await pause(60_000, signal.signal);
});

test('work is not awaited any longer when its signal aborts', async () => {
  const signal = new AbortController();
  expect(await unlessAborted(signal.signal, Promise.resolve(7))).toBe(7);
  const waited = unlessAborted(signal.signal, new Promise(() => undefined));
  signal.abort();
  expect(await waited).toBeUndefined();
  expect(await unlessAborted(signal.signal, new Promise(() => undefined))).toBeUndefined();
});
