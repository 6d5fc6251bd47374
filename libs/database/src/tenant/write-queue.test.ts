import { expect, test } from 'vitest';
import { WriteDeadlineExceeded } from '../failures.ts';
import { Turn, WriteQueue } from './write-queue.ts';

const limits = { writeMs: 1_000, runningMax: 2, waitingPerTenantMax: 3, waitingMax: 5 };

/** A piece of work that goes on until it is told to end. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test('at most two writes of a tenant run at a time, the others in the order in which they came', async () => {
  const queue = new WriteQueue(limits);
  const order: string[] = [];
  const holds = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...held() }));
  const runs = holds.map(({ name, work }) =>
    queue.run(1, () => {
      order.push(name);
      return work();
    }),
  );
  await Promise.resolve();
  expect([order, queue.waiting]).toEqual([['a', 'b'], 2]);
  holds[1]?.end();
  await runs[1];
  await expect.poll(() => order).toEqual(['a', 'b', 'c']);
  holds.forEach(({ end }) => end());
  await Promise.all(runs);
  expect([order, queue.waiting]).toEqual([['a', 'b', 'c', 'd'], 0]);
});

test('one tenant waits, another does not', async () => {
  const queue = new WriteQueue(limits);
  const hold = held();
  const runs = [1, 1, 1].map((tenant) => queue.run(tenant, hold.work));
  expect(await queue.run(2, async () => 'done')).toBe('done');
  hold.end();
  await Promise.all(runs);
});

test('who waits is bounded, for each tenant and in all', async () => {
  const queue = new WriteQueue(limits);
  const hold = held();
  const runs = [1, 1, 1, 1, 1, 2, 2, 2, 2].map((tenant) => queue.run(tenant, hold.work));
  await expect(queue.run(1, hold.work)).rejects.toMatchObject({ reason: 'queue_full' });
  await expect(queue.run(2, hold.work)).rejects.toMatchObject({ reason: 'queue_full' });
  await expect(queue.run(3, async () => 'runs at once')).resolves.toBe('runs at once');
  hold.end();
  await Promise.all(runs);
});

test('who gets no turn in time is refused and leaves the line', async () => {
  const queue = new WriteQueue({ ...limits, writeMs: 30 });
  const hold = held();
  const runs = [queue.run(1, hold.work), queue.run(1, hold.work)];
  await expect(queue.run(1, hold.work)).rejects.toBeInstanceOf(WriteDeadlineExceeded);
  expect(queue.waiting).toBe(0);
  hold.end();
  await Promise.all(runs);
  expect(await queue.run(1, async () => 'done')).toBe('done');
});

test('a failure gives the turn to the next', async () => {
  const queue = new WriteQueue({ ...limits, runningMax: 1 });
  const runs = [queue.run(1, () => Promise.reject(new Error('first'))), queue.run(1, async () => 'second')];
  const [first, second] = await Promise.allSettled(runs);
  expect([first?.status, second?.status]).toEqual(['rejected', 'fulfilled']);
});

test('the lock is waited for no longer than there is time to say so', () => {
  expect(new Turn(3_000).spend(1_500).lockMs).toBe(1_500);
  expect(new Turn(1_000).spend(1_500).lockMs).toBeLessThan(1_000);
  expect(() => new Turn(50).spend(1_500)).toThrow(WriteDeadlineExceeded);
});
