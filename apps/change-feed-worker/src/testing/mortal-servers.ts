import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startKafka, startPostgres, type LocalServer } from '@rapport/local-servers';

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
    await this.#postgres.kill();
    this.#postgres = await startPostgresIn(this.#folder, this.#postgres.port);
  }

  async freezePostgres(ms: number): Promise<void> {
    await freeze(this.#postgres, ms);
  }

  async killKafka(): Promise<void> {
    await this.#kafka.kill();
    this.#kafka = await startKafka({ dataDir: join(this.#folder, 'kafka') });
  }

  async freezeKafka(ms: number): Promise<void> {
    await freeze(this.#kafka, ms);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#postgres.stop(), this.#kafka.stop()]);
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** A write that PostgreSQL has answered outlives its processes. */
function startPostgresIn(folder: string, port?: number): Promise<LocalServer> {
  return startPostgres({
    dataDir: join(folder, 'postgres'),
    ...(port !== undefined && { port }),
    settings: { shared_buffers: '128MB' },
  });
}

async function freeze(server: LocalServer, ms: number): Promise<void> {
  await server.freeze();
  await delay(ms);
  await server.thaw();
}
