import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  processesWorkingIn,
  sendSignal,
  startKafka,
  startPostgres,
  type LocalServer,
  type ProcessIdentity,
} from '@rapport/local-servers';

/** PostgreSQL and Kafka of a test's own, to kill, to freeze and to start again at the same addresses. */
export class MortalServers {
  readonly #folder: string;
  #postgres: LocalServer;
  #kafka: LocalServer;

  private constructor(folder: string, postgres: LocalServer, kafka: LocalServer) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.#kafka = kafka;
  }

  static async start(): Promise<MortalServers> {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-mortal-'));
    const servers = await Promise.all([startPostgresIn(folder), startKafka({ dataDir: join(folder, 'kafka') })]);
    return new MortalServers(folder, ...servers);
  }

  get postgresUrl(): string {
    return this.#postgres.url;
  }

  get kafkaUrl(): string {
    return this.#kafka.url;
  }

  async killPostgres(): Promise<void> {
    signalAll(await this.#postgresProcesses(), 'SIGKILL');
    await this.#postgres.exited;
    this.#postgres = await startPostgresIn(this.#folder, this.#postgres.port);
  }

  async freezePostgres(ms: number): Promise<void> {
    await freeze(await this.#postgresProcesses(), ms);
  }

  async killKafka(): Promise<void> {
    process.kill(this.#kafka.pid, 'SIGKILL');
    await this.#kafka.exited;
    this.#kafka = await startKafka({ dataDir: join(this.#folder, 'kafka') });
  }

  async freezeKafka(ms: number): Promise<void> {
    await freeze(await processesWorkingIn(join(this.#folder, 'kafka'), 'java'), ms);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#postgres.stop(), this.#kafka.stop()]);
    await rm(this.#folder, { recursive: true, force: true });
  }

  #postgresProcesses(): Promise<ProcessIdentity[]> {
    return processesWorkingIn(join(this.#folder, 'postgres', 'cluster'), 'postgres');
  }
}

/** What PostgreSQL has answered outlives its processes. */
function startPostgresIn(folder: string, port?: number): Promise<LocalServer> {
  return startPostgres({
    dataDir: join(folder, 'postgres'),
    ...(port !== undefined && { port }),
    settings: { shared_buffers: '128MB' },
  });
}

async function freeze(processes: readonly ProcessIdentity[], ms: number): Promise<void> {
  signalAll(processes, 'SIGSTOP');
  await delay(ms);
  signalAll(processes, 'SIGCONT');
}

function signalAll(processes: readonly ProcessIdentity[], signal: NodeJS.Signals): void {
  for (const process of processes) {
    sendSignal(process, signal);
  }
}
