import { readdir, readFile } from 'node:fs/promises';
import { containerEngine, isSettled } from './engine.ts';

/** Asks the engine for something that may be so already. */
async function settle(asked: Promise<unknown>): Promise<void> {
  await asked.catch((error: unknown) => {
    if (!isSettled(error)) {
      throw error;
    }
  });
}

export async function freezeContainer(id: string): Promise<void> {
  await settle((await containerEngine()).getContainer(id).pause());
}

export async function thawContainer(id: string): Promise<void> {
  await settle((await containerEngine()).getContainer(id).unpause());
}

/** Sends the signal to the main process. One that is frozen gets it, and goes on. */
export async function signalContainer(id: string, signal: NodeJS.Signals): Promise<void> {
  await settle((await containerEngine()).getContainer(id).kill({ signal }));
  await thawContainer(id);
}

export async function isContainerRunning(id: string): Promise<boolean> {
  try {
    return (await (await containerEngine()).getContainer(id).inspect()).State.Running;
  } catch {
    // A container that is gone does not run, and without an engine none does.
    return false;
  }
}

/** The main process of a container, or null where it lies in a namespace of processes that this one does not see. */
export async function mainProcessOf(id: string): Promise<number | null> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const groups = await readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '');
      if (!groups.includes(id)) {
        return null;
      }
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return /^NSpid:.*\s1$/m.test(status) ? Number(pid) : null;
    }),
  );
  return found.find((pid) => pid !== null) ?? null;
}
