import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readStatus, type StatusDocument } from '@rapport/local-platform';
import { operatorClient, type Operator, type OperatorAccess } from '@rapport/rapport';
import { Client } from 'pg';

/** All that another process needs to know of a platform in order to use it. */
export interface ReachablePlatform {
  readonly baseUrl: string;
  readonly stateFolder: string;
  readonly dataDir: string;
  readonly access: OperatorAccess;
}

/** As which role a connection speaks to PostgreSQL: as the service that clients meet, or as the owner of everything. */
export type SqlRole = 'public-api' | 'administrator' | 'administrator of control';

/** A platform that is up, for a check or a test that uses it. */
export class RunningPlatform implements ReachablePlatform {
  readonly baseUrl: string;
  readonly stateFolder: string;
  readonly dataDir: string;
  readonly access: OperatorAccess;
  readonly operator: Operator;

  constructor({ baseUrl, stateFolder, dataDir, access }: ReachablePlatform) {
    this.baseUrl = baseUrl;
    this.stateFolder = stateFolder;
    this.dataDir = dataDir;
    this.access = access;
    this.operator = operatorClient(access);
  }

  /** The address of a service's own port, or the administrator's address of a server. */
  async origin(name: string): Promise<string> {
    return (await this.#member(name)).url;
  }

  async pid(name: string): Promise<number> {
    const { pid } = await this.#member(name);
    if (pid === null) {
      throw new Error(
        `${name} runs in a container whose processes cannot be seen from here, so they cannot be measured.`,
      );
    }
    return pid;
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

  /** Asks once, over a connection of its own. */
  async query<Row extends object>(
    text: string,
    values: readonly unknown[] = [],
    role: SqlRole = 'administrator',
  ): Promise<Row[]> {
    const client = await this.connect(role);
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
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

  async #member(name: string): Promise<{ readonly url: string; readonly pid: number | null }> {
    const { services, servers } = await this.status();
    const member = [...services, ...servers].find((one) => one.name === name);
    if (member === undefined) {
      throw new Error(`The platform has no ${name}.`);
    }
    return member;
  }
}

const controlDatabase = '/rapport_control';
