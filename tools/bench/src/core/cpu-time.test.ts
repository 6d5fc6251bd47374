import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { cpuMicroseconds } from './cpu-time.ts';

const burnt = 100_000;

test('what a thread has used counts on when the thread has ended', async () => {
  const before = cpuMicroseconds(process.pid);
  const worker = new Worker(`while (process.threadCpuUsage().user < ${burnt});`, { eval: true });
  await once(worker, 'exit');
  // The process's own times are told in ticks of ten milliseconds.
  expect(cpuMicroseconds(process.pid) - before).toBeGreaterThan(0.9 * burnt);
});
