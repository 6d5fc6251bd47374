import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '@rapport/config';
import { untracedContext, type CallContext } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';

/** Has keys read twice a second, so that a change arrives within a second. Returns the function that stops it. */
export function watchKeys(
  telemetry: Telemetry,
  what: 'signing keys' | 'public keys',
  keys: { refresh(context: CallContext): Promise<unknown> },
): () => Promise<void> {
  const stopping = new AbortController();
  const failures = telemetry.metrics.counter({
    name: 'key_read_failures_total',
    help: 'How often keys could not be read anew; those that are known stayed in use',
    labelNames: ['keys'],
  });
  let isFailing = false;
  const readOnce = async (): Promise<void> => {
    try {
      await keys.refresh(untracedContext());
      isFailing = false;
    } catch (error) {
      failures.inc({ keys: what });
      if (!isFailing) {
        telemetry.logger.warn({ error, keys: what }, 'keys could not be read anew; those that are known stay in use');
      }
      isFailing = true;
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await readOnce();
      await sleep(times.keyReadMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await running;
  };
}
