import { setTimeout as sleep } from 'node:timers/promises';
import { untracedContext, type CallContext } from '@rapport/kernel';
import type { CellWork } from '@rapport/sagas';
import { RecurringFailure, type Telemetry } from '@rapport/telemetry';
import type { TenantCreation } from '@rapport/tenants';

/**
 * Resumes unfinished work in cells and creations of tenants every few seconds. A round does not wait for the one before,
 * which may be at a cell that is slow. Returns the function that stops it.
 */
export function resumeCellWork(work: CellWork, creation: TenantCreation, telemetry: Telemetry): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rounds = new Set<Promise<void>>();
  const repeat = async (round: () => Promise<void> | undefined): Promise<void> => {
    while (!signal.aborted) {
      await round();
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const resuming = new RecurringFailure(telemetry.logger);
  const takingBack = new RecurringFailure(telemetry.logger);
  const resume = (): undefined => {
    const round = resumeOnce('resume cell work', (context) => work.resume(context, signal), resuming);
    rounds.add(round);
    void round.then(() => rounds.delete(round));
  };
  const takeBack = (): Promise<void> =>
    resumeOnce('take back creations', (context) => creation.cleanUp(context), takingBack);
  const loops = [repeat(resume), repeat(takeBack)];
  return async () => {
    stopping.abort();
    await Promise.all([...loops, ...rounds]);
  };
}

async function resumeOnce(
  name: string,
  work: (context: CallContext) => Promise<void>,
  failure: RecurringFailure,
): Promise<void> {
  try {
    await work(untracedContext());
    failure.over();
  } catch (error) {
    failure.warn({ error, work: name }, 'unfinished work could not be looked for');
  }
}

const pauseMs = 2_000;
