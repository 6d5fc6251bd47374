import { setTimeout as delay } from 'node:timers/promises';
import type { Processes } from '@rapport/testbed';

/**
 * Freezes every process of the names now and then for a tenth of a second or two, so that its messages come late, in
 * the middle of the work of others. The returned function ends this and gives the number of times.
 */
export function stutter(processes: Processes, names: readonly string[]): () => Promise<number> {
  const stopping = new AbortController();
  const counts = names.map(async (name) => {
    let count = 0;
    for (; !stopping.signal.aborted; count += 1) {
      const held = (await processes.of(name)).filter(() => Math.random() < 0.5);
      await processes.freeze(held);
      await delay(Math.random() * stillMs);
      await processes.thaw(held);
      await delay(Math.random() * goingMs);
    }
    return count;
  });
  return async () => {
    stopping.abort();
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  };
}

const stillMs = 200;
const goingMs = 600;
