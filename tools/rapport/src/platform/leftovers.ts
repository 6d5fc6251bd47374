import { isAlive, stopProcess, type ProcessIdentity } from '@rapport/local-servers/processes';
import type { StateFile } from '../state-file.ts';

/** Whether a supervisor of this state is at work. */
export function isSupervised(state: StateFile | undefined): state is StateFile & { supervisor: ProcessIdentity } {
  return state?.supervisor != null && isAlive(state.supervisor);
}

/** Every recorded process that still lives, though its supervisor may not. */
export function livingProcesses(state: StateFile): ProcessIdentity[] {
  return [...state.services, ...state.servers].filter(isAlive);
}

/**
 * Stops what a killed supervisor left: services first, then the servers. A pid that another process has by now is left
 * alone, because every process is known by its start too.
 */
export async function stopLeftovers(state: StateFile): Promise<number> {
  const left = livingProcesses(state);
  await stopAll(state.services, 'SIGTERM', 12_000);
  await stopAll(state.servers, 'SIGINT', 10_000);
  return left.length;
}

async function stopAll(entries: readonly ProcessIdentity[], signal: NodeJS.Signals, waitMs: number): Promise<void> {
  await Promise.all(entries.filter(isAlive).map((entry) => stopProcess(entry, [{ signal, waitMs }])));
}
