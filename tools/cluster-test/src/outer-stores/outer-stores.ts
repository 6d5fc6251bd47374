import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startKafka, startPostgres, startRedis, type LocalServer } from '@rapport/local-servers';
import pg from 'pg';

/** Servers of this machine that pods reach at its address: PostgreSQL for control, another one for a cell, Redis, Kafka. */
export class OuterStores {
  readonly #folder: string;
  readonly control: LocalServer;
  readonly cell: LocalServer;
  readonly redis: LocalServer;
  readonly kafka: LocalServer;

  private constructor(folder: string, servers: Pick<OuterStores, 'control' | 'cell' | 'redis' | 'kafka'>) {
    this.#folder = folder;
    this.control = servers.control;
    this.cell = servers.cell;
    this.redis = servers.redis;
    this.kafka = servers.kafka;
  }

  static async start(host: string): Promise<OuterStores> {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-outer-stores-'));
    const at = (name: string): { dataDir: string; host: string } => ({ dataDir: join(folder, name), host });
    const [control, cell, redis, kafka] = await Promise.all([
      startPostgres({ ...at('control'), durable: false }),
      startPostgres({ ...at('cell'), durable: false }),
      startRedis(at('redis')),
      startKafka(at('kafka')),
    ]);
    return new OuterStores(folder, { control, cell, redis, kafka });
  }

  /** The servers of PostgreSQL with a role that is no superuser, and has no right yet. */
  async makeInstaller(password: string): Promise<void> {
    await this.onEach(`create role installer login password '${password}'`);
  }

  async onEach(text: string): Promise<void> {
    await Promise.all([execute(this.control, text), execute(this.cell, text)]);
  }

  async stop(): Promise<void> {
    await Promise.all([this.control, this.cell, this.redis, this.kafka].map((server) => server.stop()));
    await rm(this.#folder, { recursive: true });
  }
}

export async function execute({ url }: LocalServer, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
}
