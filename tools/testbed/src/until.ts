import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the condition holds; after the time it throws what `explain` says. */
export async function until(
  condition: () => Promise<boolean> | boolean,
  timeoutMs: number,
  explain: () => Promise<string> | string,
): Promise<void> {
  for (const end = performance.now() + timeoutMs; !(await condition());) {
    if (performance.now() > end) {
      throw new Error(await explain());
    }
    await delay(pollMs);
  }
}

const pollMs = 50;
