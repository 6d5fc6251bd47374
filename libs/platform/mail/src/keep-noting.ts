import { setTimeout as sleep } from 'node:timers/promises';

/** Notes what became of a mail. While the database is away the process tries again, for as long as the mail is its own. */
export async function keepNoting(note: () => Promise<void>, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    try {
      await note();
      return;
    } catch (error) {
      if (performance.now() > until) {
        throw error;
      }
      await sleep(pauseMs);
    }
  }
}

const pauseMs = 250;
