import { readFile } from 'node:fs/promises';
import { identify } from '@rapport/local-servers';
import { readStatus, type StatusDocument } from '@rapport/rapport';
import { familyOf } from './process-figures.ts';
import { until } from './until.ts';

export interface PartProcess {
  readonly name: string;
  readonly pid: number;
  readonly url: string;
  /** Of a service. */
  readonly managementUrl?: string;
  readonly state: string;
}

/** The processes of a platform by their names in its status, to kill, to freeze and to wait for. */
export class Processes {
  readonly #stateFolder: string;

  constructor({ stateFolder }: { readonly stateFolder: string }) {
    this.#stateFolder = stateFolder;
  }

  async of(part: string): Promise<PartProcess[]> {
    const { services, servers } = await this.#status();
    return [...services, ...servers].filter(({ name }) => name === part);
  }

  async has(part: string): Promise<boolean> {
    return (await this.of(part)).length > 0;
  }

  /** Sends the signal to these processes and to all that they started. */
  async signal(pids: readonly number[], signal: NodeJS.Signals): Promise<void> {
    for (const pid of pids.flatMap(familyOf)) {
      sendSignal(pid, signal);
    }
  }

  /** Waits until the kernel has closed the connections of these processes. A killed process still answers briefly. */
  async untilGone(pids: readonly number[]): Promise<void> {
    await until(
      () => pids.every((pid) => identify(pid) === undefined),
      recoveryMs,
      () => `a killed process is still there: ${pids.join(', ')}`,
    );
  }

  /** Lets every frozen process go on. */
  async thaw(): Promise<void> {
    const { services, servers } = await this.#status();
    const pids = [...services, ...servers].map(({ pid }) => pid);
    await this.signal(pids, 'SIGCONT');
  }

  /** Waits until the platform reports that everything is ready and that those processes are gone. */
  async untilReady(without: readonly number[] = []): Promise<void> {
    await until(
      async () => {
        const { state, services, servers } = await this.#status();
        return state === 'ready' && ![...services, ...servers].some(({ pid }) => without.includes(pid));
      },
      recoveryMs,
      async () => `the platform has not come back: ${JSON.stringify(await this.#status())}`,
    );
  }

  /** Waits until the platform reports that this part does not answer. */
  async untilDegraded(part: string): Promise<void> {
    await until(
      async () => {
        const { state } = await this.#status();
        return state === 'degraded' && (await this.of(part)).some((process) => process.state === 'degraded');
      },
      recoveryMs,
      () => `the status does not show that ${part} is frozen`,
    );
  }

  /** What the kernel counts as a process's memory, in megabytes. */
  async memoryOf(part: string): Promise<number> {
    const sizes = (await this.of(part)).map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
    });
    return Math.round(Math.max(0, ...(await Promise.all(sizes))));
  }

  #status(): Promise<StatusDocument> {
    return readStatus(false, this.#stateFolder);
  }
}

const recoveryMs = 90_000;

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') {
      throw error;
    }
  }
}
