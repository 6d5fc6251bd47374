import { isAlive, stopProcess, type ProcessIdentity } from '@rapport/local-servers/processes';
import type { StateFile } from '../state-file.ts';

/** Whether the supervisor of this state is alive. */
export function isSupervised(state: StateFile | undefined): state is StateFile & { supervisor: ProcessIdentity } {
  return state?.supervisor != null && isAlive(state.supervisor);
}

/** Every recorded process that is alive, even if its supervisor is not. */
export function livingProcesses(state: StateFile): ProcessIdentity[] {
  return [...state.services, ...state.servers].filter(isAlive);
}

/**
 * Stops the processes that a killed supervisor left: services first, then servers. A pid that another process has by
 * now is left alone, because every process is known by its start time too.
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
