import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, vi } from 'vitest';

const { stateFolder } = inject('platform');

export type Part = 'edge' | 'public-api' | 'token-service' | 'subscription-service' | 'postgres' | 'redis';

export interface Process {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
  readonly state: string;
}

interface State {
  readonly state: string;
  readonly services: readonly Process[];
  readonly servers: readonly Process[];
}

/** The processes of a part, as the platform names them. */
export async function processesOf(part: Part): Promise<Process[]> {
  const { services, servers } = await readState();
  return [...services, ...servers].filter(({ name }) => name === part);
}

/** Sends the signal to the first process of the part, and to all that it started. */
export async function signalFirst(part: Part, signal: NodeJS.Signals): Promise<number> {
  const [first] = await processesOf(part);
  if (first === undefined) {
    throw new Error(`The platform has no ${part}.`);
  }
  for (const pid of await familyOf(first.pid)) {
    sendSignal(pid, signal);
  }
  return first.pid;
}

/** Until the platform says of itself that everything is ready, without that process. */
export async function untilReady(without?: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { state, services, servers } = await readState();
      expect({ state, hasTheOld: [...services, ...servers].some(({ pid }) => pid === without) }).toEqual({
        state: 'ready',
        hasTheOld: false,
      });
    },
    { timeout: 40_000, interval: 50 },
  );
}

/** Until the platform shows that something does not answer, and what. */
export async function untilDegraded(part: Part): Promise<void> {
  await vi.waitFor(
    async () => {
      const { state } = await readState();
      const states = (await processesOf(part)).map((process) => process.state);
      expect({ state, states }).toEqual({ state: 'degraded', states: expect.arrayContaining(['degraded']) as unknown });
    },
    { timeout: 20_000, interval: 50 },
  );
}

async function readState(): Promise<State> {
  return JSON.parse(await readFile(join(stateFolder, 'state.json'), 'utf8')) as State;
}

/** The process and everything below it, parents first. */
async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const entry of await readdir('/proc')) {
    const stat = /^\d+$/.test(entry) ? await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '') : '';
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(stat)?.[1];
    if (parent !== undefined) {
      parents.set(Number(entry), Number(parent));
    }
  }
  const family = [pid];
  for (const member of family) {
    family.push(...[...parents].filter(([, parent]) => parent === member).map(([child]) => child));
  }
  return family;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
