import { setTimeout as sleep } from 'node:timers/promises';
import type { CallContext } from '@rapport/kernel';
import type { CellWork } from '@rapport/sagas';
import type { Telemetry } from '@rapport/telemetry';
import type { TenantCreation } from '@rapport/tenants';

/** Resumes abandoned work in cells and creations of tenants every few seconds. Returns the function that stops it. */
export function resumeCellWork(work: CellWork, creation: TenantCreation, telemetry: Telemetry): () => Promise<void> {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await resumeOnce('resume cell work', (context) => work.resume(context), telemetry);
      await resumeOnce('take back creations', (context) => creation.cleanUp(context), telemetry);
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await running;
  };
}

async function resumeOnce(
  name: string,
  work: (context: CallContext) => Promise<void>,
  telemetry: Telemetry,
): Promise<void> {
  try {
    await telemetry.inBackground(name, work);
  } catch (error) {
    telemetry.logger.warn({ error, work: name }, 'unfinished work could not be looked for');
  }
}

const pauseMs = 2_000;
