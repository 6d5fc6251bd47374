import { setTimeout as sleep } from 'node:timers/promises';
import { CellWork } from '@rapport/identity';
import type { Telemetry } from '@rapport/telemetry';

/** Looks for work in cells that nobody finishes, at the start and every few seconds; gives what stops it. */
export function resumeCellWork(work: CellWork, telemetry: Telemetry): () => Promise<void> {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await resumeOnce(work, telemetry);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await running;
  };
}

async function resumeOnce(work: CellWork, telemetry: Telemetry): Promise<void> {
  try {
    await telemetry.inBackground('resume cell work', (context) => work.resume(context));
  } catch (error) {
    telemetry.logger.warn({ error }, 'unfinished work in cells could not be looked for');
  }
}

const pauseMs = 2_000;
