import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { cpuMicroseconds } from './process-figures.ts';

const burnt = 100_000;

test('the CPU of a thread still counts when the thread has ended', async () => {
  const before = cpuMicroseconds(process.pid);
  const worker = new Worker(`while (process.threadCpuUsage().user < ${burnt});`, { eval: true });
  await once(worker, 'exit');
  // The kernel counts a process's own times in ticks of ten milliseconds.
  expect(cpuMicroseconds(process.pid) - before).toBeGreaterThan(0.9 * burnt);
});
