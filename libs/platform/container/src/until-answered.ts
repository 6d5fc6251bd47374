import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type CallContext } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';

/** Does what a start needs a database for, as soon as that answers. Any other failure, such as a wrong key, ends the start. */
export async function untilAnswered(
  telemetry: Telemetry,
  name: string,
  work: (context: CallContext) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    try {
      await telemetry.inBackground(name, work);
      return;
    } catch (error) {
      if (!(error instanceof AppError)) {
        throw error;
      }
      await sleep(againAfterMs);
    }
  }
}

const againAfterMs = 1_000;
