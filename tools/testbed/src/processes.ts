import { readFile } from 'node:fs/promises';
import { readStatus, type StatusDocument } from '@rapport/local-platform';
import { freezeContainer, signalContainer, thawContainer } from '@rapport/local-servers/running-container';
import { untilHeld } from '@rapport/local-servers/processes';
import { isRunning, runnerOf } from '@rapport/local-servers/runner';
import { familyOf } from './process-figures.ts';
import { until } from './until.ts';

export interface NamedProcess {
  readonly name: string;
  /** Null where it lies in a namespace of processes that this one does not see. */
  readonly pid: number | null;
  /** The id of its container, if it runs in one. */
  readonly container: string | null;
  readonly url: string;
  /** Of a service. */
  readonly managementUrl?: string;
  readonly state: string;
}

/** The pid of the process, or the id of its container: another one that takes its place has another one. */
export function nameOf({ pid, container }: Pick<NamedProcess, 'pid' | 'container'>): string {
  return container ?? String(pid);
}

/** The processes of a platform by their names in its status, to kill, to freeze and to wait for. */
export class Processes {
  readonly #stateFolder: string;

  constructor({ stateFolder }: { readonly stateFolder: string }) {
    this.#stateFolder = stateFolder;
  }

  async of(wanted: string): Promise<NamedProcess[]> {
    return (await this.#all()).filter(({ name }) => name === wanted);
  }

  /** The pids or containers, of one part or of all: another one stands here once a process was started again. */
  async names(wanted?: string): Promise<string[]> {
    return (await this.#all()).filter(({ name }) => wanted === undefined || name === wanted).map(nameOf);
  }

  async has(name: string): Promise<boolean> {
    return (await this.of(name)).length > 0;
  }

  /** Ends these processes and all that they started at once, without asking. */
  async kill(processes: readonly NamedProcess[]): Promise<void> {
    await signalAll(processes, 'SIGKILL', (container) => signalContainer(container, 'SIGKILL'));
  }

  /** Asks these processes to end. */
  async terminate(processes: readonly NamedProcess[]): Promise<void> {
    await signalAll(processes, 'SIGTERM', (container) => signalContainer(container, 'SIGTERM'));
  }

  /** Holds these processes and all that they started where they are. */
  async freeze(processes: readonly NamedProcess[]): Promise<void> {
    await signalAll(processes, 'SIGSTOP', freezeContainer);
  }

  /** Lets these processes go on, or every one where none is named. */
  async thaw(processes?: readonly NamedProcess[]): Promise<void> {
    await signalAll(processes ?? (await this.#all()), 'SIGCONT', thawContainer);
  }

  /** Waits until the kernel has closed the connections of these processes. A killed process still answers briefly. */
  async untilGone(processes: readonly NamedProcess[]): Promise<void> {
    await until(
      async () => (await Promise.all(processes.map((process) => isRunning(runnerOf(process))))).every((runs) => !runs),
      recoveryMs,
      () => `a killed process is still there: ${processes.map(nameOf).join(', ')}`,
    );
  }

  /** Waits until the platform reports that everything is ready and that those processes are gone. */
  async untilReady(without: readonly NamedProcess[] = []): Promise<void> {
    const gone = without.map(nameOf);
    await until(
      async () => {
        const { state, services, servers } = await this.#status();
        return state === 'ready' && ![...services, ...servers].some((process) => gone.includes(nameOf(process)));
      },
      recoveryMs,
      async () => `the platform has not come back: ${JSON.stringify(await this.#status())}`,
    );
  }

  /** Waits until the platform reports that this process does not answer. */
  async untilDegraded(name: string): Promise<void> {
    await until(
      async () => {
        const { state } = await this.#status();
        return state === 'degraded' && (await this.of(name)).some((process) => process.state === 'degraded');
      },
      recoveryMs,
      () => `the status does not show that ${name} is frozen`,
    );
  }

  /** The memory of a process as the kernel counts it, in megabytes. */
  async memoryOf(name: string): Promise<number> {
    const sizes = (await this.of(name)).map(async ({ pid }) => {
      const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1_024;
    });
    return Math.round(Math.max(0, ...(await Promise.all(sizes))));
  }

  async #all(): Promise<NamedProcess[]> {
    const { services, servers } = await this.#status();
    return [...services, ...servers];
  }

  #status(): Promise<StatusDocument> {
    return readStatus(false, this.#stateFolder);
  }
}

const recoveryMs = 90_000;

/** The processes themselves come first: it takes milliseconds to find what they started. */
async function signalAll(
  processes: readonly NamedProcess[],
  signal: NodeJS.Signals,
  askEngine: (container: string) => Promise<void>,
): Promise<void> {
  const own = processes.flatMap(({ pid, container }) => (pid === null || container !== null ? [] : [pid]));
  own.forEach((pid) => sendSignal(pid, signal));
  const families = own.flatMap(familyOf);
  families.forEach((pid) => sendSignal(pid, signal));
  if (signal === 'SIGSTOP') {
    await Promise.all(families.map((pid) => untilHeld({ pid })));
  }
  await Promise.all(processes.flatMap(({ container }) => (container === null ? [] : [askEngine(container)])));
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
