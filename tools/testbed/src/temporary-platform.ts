import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@rapport/local-servers';
import {
  operatorAccess,
  operatorClient,
  ourParts,
  Platform,
  readStatus,
  type Operator,
  type OperatorAccess,
  type PlatformOptions,
  type ServiceDefinition,
  type StatusDocument,
} from '@rapport/rapport';
import { Client } from 'pg';

export interface PlatformPlan extends Pick<PlatformOptions, 'postgres' | 'say'> {
  /** What is started; all services of the product unless others are given. */
  readonly services?: readonly ServiceDefinition[];
  /** From the name of a service to the file that runs in its place: the service with one rule replaced. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** How many processes of a service there are, where it is another number than one. */
  readonly replicas?: Readonly<Record<string, number>>;
  /** Whether an answered write outlives a crash of the machine. */
  readonly durable?: boolean;
}

/** As which role a connection speaks to PostgreSQL: as the service that clients meet, or as the owner of everything. */
export type SqlRole = 'public-api' | 'administrator' | 'administrator of control';

const controlDatabase = '/rapport_control';
const running = new Map<Platform, string>();

/** A whole platform in a folder that goes with it, beside any other that is up. */
export class TemporaryPlatform {
  readonly baseUrl: string;
  readonly stateFolder: string;
  readonly dataDir: string;
  readonly access: OperatorAccess;
  readonly operator: Operator;
  readonly #platform: Platform;

  private constructor(platform: Platform, access: OperatorAccess, stateFolder: string, dataDir: string) {
    this.#platform = platform;
    this.baseUrl = platform.baseUrl;
    this.stateFolder = stateFolder;
    this.dataDir = dataDir;
    this.access = access;
    this.operator = operatorClient(access);
  }

  static async start(plan: PlatformPlan): Promise<TemporaryPlatform> {
    const { services = ourParts.services, replaced = {}, replicas = {}, durable = true, postgres, say } = plan;
    const stateFolder = await mkdtemp(join(tmpdir(), 'rapport-platform-'));
    const dataDir = join(stateFolder, 'data');
    const entries = services.map((service) => ({ ...service, entry: replaced[service.name] ?? service.entry }));
    const platform = new Platform({
      port: await freePort(),
      dataDir,
      replicas,
      stateFolder,
      durable,
      ...(postgres !== undefined && { postgres }),
      parts: { ...ourParts, services: entries, hasDemo: false },
      say,
    });
    running.set(platform, stateFolder);
    try {
      await platform.start();
      return new TemporaryPlatform(platform, await operatorAccess(dataDir), stateFolder, dataDir);
    } catch (error) {
      await end(platform, stateFolder);
      throw error;
    }
  }

  async stop(): Promise<void> {
    await end(this.#platform, this.stateFolder);
  }

  /** Ends every process of every platform at once, and leaves nothing. */
  static killAll(): void {
    for (const [platform, folder] of running) {
      platform.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** The address of a service's own port, or the administrator's address of a server. */
  async origin(name: string): Promise<string> {
    return (await this.#member(name)).url;
  }

  async pid(name: string): Promise<number> {
    return (await this.#member(name)).pid;
  }

  /** The status with the administrators' addresses of the servers. */
  status(): Promise<StatusDocument> {
    return readStatus(true, this.stateFolder);
  }

  /** A connection of its own; the caller that asked for it ends it. */
  async connect(role: SqlRole = 'public-api', settings: Readonly<Record<string, string>> = {}): Promise<Client> {
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
    const client = new Client({ connectionString: await this.sqlUrl(role), options: options.join(' ') });
    // A connection that is ended from outside fails its next query, not the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /** The address of the cell, or of control, for this role. */
  async sqlUrl(role: SqlRole): Promise<string> {
    const file = join(this.dataDir, 'secrets', 'public-api', 'CELL_DATABASE_URLS');
    const [cell = ''] = Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>);
    if (role === 'public-api') {
      return cell;
    }
    const url = new URL(await this.origin('postgres'));
    url.pathname = role === 'administrator' ? new URL(cell).pathname : controlDatabase;
    return url.href;
  }

  async #member(name: string): Promise<{ readonly url: string; readonly pid: number }> {
    const { services, servers } = await this.status();
    const member = [...services, ...servers].find((one) => one.name === name);
    if (member === undefined) {
      throw new Error(`The platform has no ${name}.`);
    }
    return member;
  }
}

async function end(platform: Platform, stateFolder: string): Promise<void> {
  await platform.stop();
  running.delete(platform);
  await rm(stateFolder, { recursive: true, force: true });
}
