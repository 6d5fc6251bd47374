import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readStatus } from '@rapport/rapport';

const pollMs = 20;
const ticksPerSecond = 100;

/** Watches a platform start; gives the seconds that each service's process took to be ready. */
export function watchServices(stateFolder: string): { stop(): Promise<ReadonlyMap<string, number>> } {
  const seconds = new Map<string, number>();
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      await noteReady(stateFolder, seconds);
      await delay(pollMs);
    }
    await noteReady(stateFolder, seconds);
  })();
  return {
    stop: async () => {
      stopped = true;
      await watching;
      return seconds;
    },
  };
}

async function noteReady(stateFolder: string, seconds: Map<string, number>): Promise<void> {
  const { services } = await readStatus(false, stateFolder);
  for (const { name, pid, state } of services) {
    if (pid !== null && state === 'ready' && !seconds.has(name)) {
      seconds.set(name, await age(pid));
    }
  }
}

async function age(pid: number): Promise<number> {
  const [uptime, stat] = await Promise.all([readFile('/proc/uptime', 'utf8'), readFile(`/proc/${pid}/stat`, 'utf8')]);
  const startedAt = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]) / ticksPerSecond;
  return Number(uptime.split(' ')[0]) - startedAt;
}
