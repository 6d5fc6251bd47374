import { expect, test } from 'vitest';
import { WriteDeadlineExceeded } from '../failures.ts';
import { Turn, WriteQueue } from './write-queue.ts';

const limits = { writeMs: 10_000, runningMax: 2, waitingPerTenantMax: 3, waitingMax: 5 };

/** A write that goes on until it is ended. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

async function run<T>(queue: WriteQueue, tenant: number, work: () => Promise<T>): Promise<T> {
  const turn = await queue.enter(tenant);
  try {
    return await work();
  } finally {
    turn.end();
  }
}

test('at most two writes of a tenant run at a time, the others in the order in which they came', async () => {
  const queue = new WriteQueue(limits);
  const order: string[] = [];
  const holds = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...held() }));
  const runs = holds.map(({ name, work }) =>
    run(queue, 1, () => {
      order.push(name);
      return work();
    }),
  );
  await expect.poll(() => [order, queue.waiting], { timeout: 10_000 }).toEqual([['a', 'b'], 2]);
  holds[1]?.end();
  await runs[1];
  await expect.poll(() => order, { timeout: 10_000 }).toEqual(['a', 'b', 'c']);
  holds.forEach(({ end }) => end());
  await Promise.all(runs);
  expect([order, queue.waiting]).toEqual([['a', 'b', 'c', 'd'], 0]);
});

test('the writes of a tenant that wait keep no other tenant waiting', async () => {
  const queue = new WriteQueue(limits);
  const hold = held();
  const runs = [1, 1, 1].map((tenant) => run(queue, tenant, hold.work));
  expect(await run(queue, 2, async () => 'done')).toBe('done');
  hold.end();
  await Promise.all(runs);
});

test('the number of writes that wait is bounded, for each tenant and in all', async () => {
  const queue = new WriteQueue(limits);
  const hold = held();
  const runs = [1, 1, 1, 1, 1, 2, 2, 2, 2].map((tenant) => run(queue, tenant, hold.work));
  await expect(run(queue, 1, hold.work)).rejects.toMatchObject({ reason: 'queue_full' });
  await expect(run(queue, 2, hold.work)).rejects.toMatchObject({ reason: 'queue_full' });
  await expect(run(queue, 3, async () => 'runs at once')).resolves.toBe('runs at once');
  hold.end();
  await Promise.all(runs);
});

test('a write that gets no turn in time is refused and leaves the line', async () => {
  const queue = new WriteQueue({ ...limits, writeMs: 30 });
  const hold = held();
  const runs = [run(queue, 1, hold.work), run(queue, 1, hold.work)];
  await expect(run(queue, 1, hold.work)).rejects.toBeInstanceOf(WriteDeadlineExceeded);
  expect(queue.waiting).toBe(0);
  hold.end();
  await Promise.all(runs);
  expect(await run(queue, 1, async () => 'done')).toBe('done');
});

test('the next write gets the turn of one that failed', async () => {
  const queue = new WriteQueue({ ...limits, runningMax: 1 });
  const runs = [run(queue, 1, () => Promise.reject(new Error('first'))), run(queue, 1, async () => 'second')];
  const [first, second] = await Promise.allSettled(runs);
  expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
});

test('a write waits for its lock no longer than it has time left to refuse', () => {
  const turn = (deadlineMs: number): Turn => new Turn(deadlineMs, () => undefined);
  expect(turn(3_000).spend(1_500).lockMs).toBe(1_500);
  expect(turn(1_000).spend(1_500).lockMs).toBeLessThan(1_000);
  expect(() => turn(50).spend(1_500)).toThrow(WriteDeadlineExceeded);
});
