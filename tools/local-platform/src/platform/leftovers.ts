import { removeLeftContainers } from '@rapport/local-servers/left-containers';
import { isAlive, type ProcessIdentity } from '@rapport/local-servers/processes';
import { isRunning, stopRunner, type Runner } from '@rapport/local-servers/runner';
import type { StateFile } from '../state-file.ts';

/** Whether the supervisor of this state is alive. */
export function isSupervised(state: StateFile | undefined): state is StateFile & { supervisor: ProcessIdentity } {
  return state?.supervisor != null && isAlive(state.supervisor);
}

/** Every recorded process and container that is alive, even if its supervisor is not. */
export async function livingRunners(state: StateFile): Promise<Runner[]> {
  return aliveOf([...state.services, ...state.servers]);
}

/**
 * Stops what a killed supervisor left: services first, then servers. A pid that another process has by now is left alone,
 * because every process is known by its start time too. Containers that the state does not name yet are found by their
 * labels.
 */
export async function stopLeftovers(state: StateFile): Promise<number> {
  const left = await livingRunners(state);
  await stopAll(state.services, 'SIGTERM', 12_000);
  await stopAll(state.servers, 'SIGINT', 10_000);
  if (state.serversAre !== 'containers' || state.state === 'stopped') {
    return left.length;
  }
  return left.length + (await removeLeftContainers());
}

async function stopAll(entries: readonly Runner[], signal: NodeJS.Signals, waitMs: number): Promise<void> {
  await Promise.all((await aliveOf(entries)).map((entry) => stopRunner(entry, [{ signal, waitMs }])));
}

async function aliveOf(runners: readonly Runner[]): Promise<Runner[]> {
  const alive = await Promise.all(runners.map(isRunning));
  return runners.filter((_, index) => alive[index]);
}
