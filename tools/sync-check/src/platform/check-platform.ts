import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client as HttpClient } from '@rapport/http-contract/client';
import { freePort } from '@rapport/local-servers';
import { operatorAccess, ourParts, Platform, readStatus, type PlatformOptions } from '@rapport/rapport';
import { apiClientContract, keyContract, peopleContract, tenantContract } from '@rapport/subscription-contract';
import { Client } from 'pg';

export interface PlatformPlan {
  /** From the name of a service to the file that is run in its place: the service with one rule replaced. */
  readonly replaced?: Readonly<Record<string, string>>;
  readonly postgres?: PlatformOptions['postgres'];
  /** How many processes of a service there are, where it is another number than usual. */
  readonly replicas?: Readonly<Record<string, number>>;
  readonly say: (line: string) => void;
}

const operatorContract = { ...tenantContract, ...peopleContract, ...apiClientContract, ...keyContract };

export type Operator = HttpClient<typeof operatorContract>;

/** As whom a session speaks to PostgreSQL: as the service that clients meet, or as who owns everything. */
export type SqlRole = 'public-api' | 'administrator' | 'administrator of control';

const usual: Readonly<Record<string, string>> = {
  'public-api': 'tools/sync-check/src/platform/briefly-looking-public-api.ts',
  'change-feed-worker': 'tools/sync-check/src/platform/quick-purging-worker.ts',
};
const controlDatabase = '/rapport_control';
const running = new Map<Platform, string>();

/** A whole platform of our own, in a folder that goes with it, beside whatever else is up. */
export class CheckPlatform {
  readonly baseUrl: string;
  readonly stateFolder: string;
  readonly operator: Operator;
  readonly #platform: Platform;
  readonly #dataDir: string;

  private constructor(platform: Platform, operator: Operator, stateFolder: string, dataDir: string) {
    this.#platform = platform;
    this.#dataDir = dataDir;
    this.baseUrl = platform.baseUrl;
    this.operator = operator;
    this.stateFolder = stateFolder;
  }

  static async start({ replaced = {}, postgres, replicas, say }: PlatformPlan): Promise<CheckPlatform> {
    const stateFolder = await mkdtemp(join(tmpdir(), 'rapport-sync-'));
    const dataDir = join(stateFolder, 'data');
    process.env['TRACE_SAMPLE_RATIO'] = '0';
    const services = ourParts.services.map((service) => ({
      ...service,
      entry: { ...usual, ...replaced }[service.name] ?? service.entry,
    }));
    const options: PlatformOptions = {
      port: await freePort(),
      dataDir,
      replicas: { 'public-api': 2, 'change-feed-worker': 2, ...replicas },
      stateFolder,
      durable: true,
      ...(postgres !== undefined && { postgres }),
      parts: { ...ourParts, services, hasDemo: false },
      say,
    };
    const platform = new Platform(options);
    running.set(platform, stateFolder);
    await platform.start();
    const { url, credential } = await operatorAccess(dataDir);
    const headers = { authorization: `Bearer ${credential}` };
    const operator = createClient(operatorContract, { baseUrl: url, headers: () => headers });
    return new CheckPlatform(platform, operator, stateFolder, dataDir);
  }

  async stop(): Promise<void> {
    await this.#platform.stop();
    running.delete(this.#platform);
    await rm(this.stateFolder, { recursive: true, force: true });
  }

  /** Ends every process of every platform at once, and leaves nothing. */
  static killAll(): void {
    for (const [platform, folder] of running) {
      platform.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** A session of its own on the cell; whoever asked for it ends it. */
  async connect(role: SqlRole = 'public-api', settings: Readonly<Record<string, string>> = {}): Promise<Client> {
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const client = new Client({ connectionString: await this.#cellUrl(role), options: options.join(' ') });
    // A session that is ended from outside tells whoever uses it next, not the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async #cellUrl(role: SqlRole): Promise<string> {
    const file = join(this.#dataDir, 'secrets', 'public-api', 'CELL_DATABASE_URLS');
    const [cell = ''] = Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>);
    if (role === 'public-api') {
      return cell;
    }
    const { servers } = await readStatus(true, this.stateFolder);
    const url = new URL(servers.find(({ name }) => name === 'postgres')?.url ?? '');
    url.pathname = role === 'administrator' ? new URL(cell).pathname : controlDatabase;
    return url.href;
  }
}
