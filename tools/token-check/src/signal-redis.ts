import type { Processes } from '@rapport/testbed';

/** Kills, freezes or thaws Redis, and names its processes. */
export async function signalRedis(processes: Processes, signal: NodeJS.Signals): Promise<number[]> {
  const pids = (await processes.of('redis')).map(({ pid }) => pid);
  await processes.signal(pids, signal);
  return pids;
}
