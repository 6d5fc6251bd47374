import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Background, loop as loopOf } from './background.ts';
import { startTelemetry, type Telemetry } from './telemetry.ts';

const loop = loopOf('work', 'Works.');
let lines: object[];
let telemetry: Telemetry;
let background: Background;

beforeEach(async () => {
  lines = [];
  const logStream = { write: (line: string) => void lines.push(JSON.parse(line) as object) };
  telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logStream });
  background = new Background(telemetry);
});
afterEach(() => background.stop());

test('every failed round is counted, its cause is logged once until it changes, and the time of a good round is known', async () => {
  const failures = ['first', 'first', 'second', undefined, 'first'];
  const work = vi.fn<() => Promise<string>>();
  for (const cause of failures) {
    void (cause === undefined ? work.mockResolvedValueOnce('done') : work.mockRejectedValueOnce(new Error(cause)));
  }
  const every = vi.fn(() => (work.mock.calls.length < failures.length ? 1 : 60_000));
  background.repeat(loop, work, every, { cell: 'c' });
  await vi.waitUntil(() => every.mock.calls.length === failures.length);
  expect(every.mock.calls).toEqual(failures.map((failure) => [failure === undefined ? 'done' : undefined]));
  expect(lines).toMatchObject(
    ['first', 'second', 'first'].map((message) => ({ work: 'work', cell: 'c', error: { message } })),
  );
  const text = await telemetry.metrics.text();
  expect(text).toContain('background_failures_total{work="work",cell="c"} 4\n');
  const goodAt = /background_last_good_timestamp_seconds\{work="work",cell="c"\} (\S+)/.exec(text)?.[1];
  expect(Number(goodAt)).toBeCloseTo(Date.now() / 1_000, -1);
});

test('a stop ends with the rounds that are under way, which know of it, and with what is done last, whose failure counts', async () => {
  const [ends, done] = [Promise.withResolvers<void>(), [] as string[]];
  const work = vi.fn(async (_: unknown, stopping: AbortSignal): Promise<void> => {
    await ends.promise;
    done.push(`round, stopping: ${stopping.aborted}`);
    throw new Error('cut short');
  });
  const last = (): Promise<void> => {
    done.push('last');
    return Promise.reject(new Error('lost'));
  };
  background.repeat(loop, work, 1, { lanes: 2, last });
  await vi.waitUntil(() => work.mock.calls.length === 2);
  const stopped = background.stop();
  ends.resolve();
  await stopped;
  expect(done).toEqual(['round, stopping: true', 'round, stopping: true', 'last']);
  expect(lines).toMatchObject([{ error: { message: 'lost' } }]);
});

test('a pause can be cut short, except one after a failure', async () => {
  const work = vi.fn(async () => undefined);
  const wake = background.repeat(loop, work, 60_000);
  const woken = (check: () => void) => vi.waitFor(() => (wake(), check()));
  await woken(() => expect(work).toHaveBeenCalledTimes(2));
  work.mockRejectedValue(new Error('no'));
  await woken(() => expect(lines).toHaveLength(1));
  wake();
  await background.stop();
  expect(work).toHaveBeenCalledTimes(3);
});

test('a round that overlaps does not wait for the one before, and a stop waits for it all the same', async () => {
  const ends = Promise.withResolvers<void>();
  const work = vi.fn(() => ends.promise);
  background.repeat(loop, work, 1, { overlaps: true });
  await vi.waitUntil(() => work.mock.calls.length > 2);
  const stopped = background.stop().then(() => 'stopped');
  expect(await Promise.race([stopped, setImmediate('it waits')])).toBe('it waits');
  ends.resolve();
  await stopped;
});
