import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A process and the moment of its start. A pid alone may belong to another process by now. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
}

/** A signal that asks a process to stop, and how long it may take. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/** The process that has this pid now, or undefined where the pid is free or only waits to be reaped. */
export function identify(pid: number): ProcessIdentity | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return undefined;
  }
  const fields = fieldsOf(stat);
  const [state, startTime] = [fields[0], fields[19]];
  return startTime === undefined || state === 'Z' || state === 'X' ? undefined : { pid, startTime };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startTime === identity.startTime;
}

/** All processes with this working folder and this name of their program. */
export async function processesWorkingIn(folder: string, program: string): Promise<ProcessIdentity[]> {
  const wanted = await realpath(folder).catch(() => undefined);
  if (wanted === undefined) {
    return [];
  }
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      if (cwd !== wanted || (await programOf(pid)) !== program) {
        return undefined;
      }
      return identify(pid);
    }),
  );
  return found.filter((identity) => identity !== undefined);
}

/**
 * Sends one signal after the other, waits its time after each, and then kills. A frozen process is thawed, so that it
 * gets the signals. No other process that got the same pid is ever signalled.
 */
export async function stopProcess(identity: ProcessIdentity, steps: readonly StopStep[]): Promise<void> {
  for (const { signal, waitMs } of steps) {
    sendSignal(identity, signal);
    sendSignal(identity, 'SIGCONT');
    if (await waitUntilGone(identity, waitMs)) {
      return;
    }
  }
  sendSignal(identity, 'SIGKILL');
  if (!(await waitUntilGone(identity, 10_000))) {
    throw new Error(`Process ${identity.pid} cannot be killed.`);
  }
}

/** Sends the signal if the pid still belongs to the same process. */
export function sendSignal(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isAlive(identity)) {
    return;
  }
  try {
    process.kill(identity.pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) {
      throw error;
    }
  }
}

/** Whether the process ends within the time. */
export async function waitUntilGone(identity: ProcessIdentity, waitMs: number): Promise<boolean> {
  const until = performance.now() + waitMs;
  while (isAlive(identity)) {
    if (performance.now() >= until) {
      return false;
    }
    await delay(20);
  }
  return true;
}

/** Waits until no thread of the process runs, or there is no such process: one of them must run to take the signal. */
export async function untilHeld({ pid }: Pick<ProcessIdentity, 'pid'>): Promise<void> {
  const folder = `/proc/${pid}/task`;
  for (;;) {
    const threads = await readdir(folder).catch(() => []);
    const held = await Promise.all(threads.map((thread) => isHeld(join(folder, thread))));
    if (held.every(Boolean)) {
      return;
    }
    await delay(5);
  }
}

/** A thread that has ended does not run either, and its parent cannot take it away while it is held itself. */
async function isHeld(thread: string): Promise<boolean> {
  const stat = await readFile(join(thread, 'stat'), 'utf8').catch(() => undefined);
  return stat === undefined || ['T', 'Z', 'X'].includes(fieldsOf(stat)[0] ?? '');
}

/** The fields behind the second one, which is the program's name in parentheses and may hold spaces and parentheses itself. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The kernel's name of the program, which stays when a process rewrites its title. */
async function programOf(pid: number): Promise<string | undefined> {
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => undefined);
  return name?.trim();
}
