import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { ChangeFeedHealth } from '@rapport/change-feed';
import type { TestCell } from '@rapport/change-feed/testing';

const role = 'rapport_change_feed_worker';
/** A worker that is there answers within this time, however busy the machine is. */
const patientMs = 20_000;

/** A worker as `up` starts it. */
export class WorkerProcess {
  /** The lines of its log, which has none unless LOG_LEVEL is given. */
  readonly logLines: string[] = [];
  readonly #child: Child;
  readonly #managementUrl: string;
  readonly #exited: Promise<unknown[]>;

  private constructor(child: Child, managementUrl: string) {
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => this.logLines.push(line));
    this.#managementUrl = managementUrl;
    this.#exited = once(child, 'exit');
  }

  /** The port at which the worker answers. */
  static start(
    { databases }: TestCell,
    kafkaUrl: string,
    port: number,
    environment: Record<string, string> = {},
  ): WorkerProcess {
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'main.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        MANAGEMENT_PORT: String(port),
        LOG_LEVEL: 'silent',
        CONTROL_DATABASE_URL: databases.url('control', role),
        CELL_DATABASE_URLS: JSON.stringify({ cell: databases.url('cell', role) }),
        KAFKA_BROKERS: new URL(kafkaUrl).host,
        ISSUER: 'http://127.0.0.1:1',
        UNSUBSCRIBE_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 1).toString('base64') }),
        ...environment,
      },
    });
    return new WorkerProcess(child, `http://127.0.0.1:${port}`);
  }

  async isReady(): Promise<boolean> {
    return (await this.#ask('/readyz'))?.status === 200;
  }

  /** The backlog that the worker reports; null where it reports none. */
  async health(): Promise<ChangeFeedHealth | null> {
    const response = await this.#ask('/healthz');
    return response ? ((await response.json()) as ChangeFeedHealth) : null;
  }

  async leads(): Promise<boolean> {
    return (await this.health())?.cells['cell']?.isLeader ?? false;
  }

  async metrics(): Promise<string> {
    return (await this.#ask('/metrics'))?.text() ?? '';
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** The exit code of the process; null where a signal ended it. */
  async exited(): Promise<unknown> {
    const [code] = await this.#exited;
    return code;
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#exited;
  }

  async #ask(path: string): Promise<Response | null> {
    return fetch(`${this.#managementUrl}${path}`, { signal: AbortSignal.timeout(patientMs) }).catch(() => null);
  }
}

type Child = ChildProcessByStdio<null, Readable, null>;
