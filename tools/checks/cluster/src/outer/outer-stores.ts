import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SecureBroker } from '@rapport/event-bus/testing';
import {
  PrivateAuthority,
  putCertificate,
  startPostgres,
  startRedis,
  systemPython,
  type LocalServer,
} from '@rapport/local-servers';
import { smtpPackages, SmtpServer } from '@rapport/mail/testing';
import pg from 'pg';
import { runProgram } from '../cluster/run-program.ts';
import { Skipped } from '../skipped.ts';

/**
 * Servers of this machine that pods reach at its address over TLS of a private authority: PostgreSQL for control, another one for a
 * cell, Redis, Kafka, and a mail server.
 */
export class OuterStores {
  readonly host: string;
  readonly #folder: string;
  readonly control: LocalServer;
  readonly cell: LocalServer;
  readonly redis: LocalServer;
  readonly kafka: SecureBroker;
  readonly mail: SmtpServer;
  #mailLogins: Readonly<Record<string, string>> = {};

  private constructor(
    folder: string,
    servers: Pick<OuterStores, 'host' | 'control' | 'cell' | 'redis' | 'kafka' | 'mail'>,
  ) {
    this.#folder = folder;
    this.host = servers.host;
    this.control = servers.control;
    this.cell = servers.cell;
    this.redis = servers.redis;
    this.kafka = servers.kafka;
    this.mail = servers.mail;
  }

  static async start(host: string, authority: PrivateAuthority): Promise<OuterStores> {
    const python = await systemPython(smtpPackages);
    if ('missing' in python) {
      throw new Skipped(python.missing);
    }
    const folder = await mkdtemp(join(tmpdir(), 'rapport-outer-stores-'));
    const certificate = await authority.issue({ host });
    const at = (name: string) => ({ dataDir: join(folder, name), host, certificate });
    const [control, cell, redis, kafka, mail] = await Promise.all([
      startPostgres({ ...at('control'), durable: false }),
      startPostgres({ ...at('cell'), durable: false }),
      startRedis(at('redis')),
      SecureBroker.prepare(join(folder, 'kafka'), host),
      SmtpServer.start(python.python, 'always', { host, issued: certificate }),
    ]);
    await kafka.start(certificate);
    return new OuterStores(folder, { host, control, cell, redis, kafka, mail });
  }

  /** The answer of Redis to an administrator. */
  asRedisAdministrator(signal: AbortSignal, ...words: readonly string[]): Promise<string> {
    return runProgram('redis-cli', ['-u', this.redis.url, '--insecure', '--no-auth-warning', ...words], { signal });
  }

  /** The mail server knows these passwords of users, and no other. */
  async letIntoMail(logins: Readonly<Record<string, string>>): Promise<void> {
    this.#mailLogins = logins;
    await this.mail.follow({ logins });
  }

  /** From now on the servers show certificates of this authority. They go on meanwhile. */
  async showCertificatesOf(authority: PrivateAuthority, signal: AbortSignal): Promise<void> {
    const issued = await authority.issue({ host: this.host });
    const files = ['tls-cert-file', issued.certificate, 'tls-key-file', issued.key];
    for (const name of ['control', 'cell']) {
      await putCertificate(join(this.#folder, name, 'cluster'), issued);
    }
    await this.onEach('select pg_reload_conf()');
    await this.asRedisAdministrator(signal, 'config', 'set', ...files);
    await this.mail.follow({ certificate: issued, logins: this.#mailLogins });
    await this.kafka.use(issued);
  }

  /** The one value that a statement has for an answer in the cell of the installation. */
  async ask(text: string): Promise<string> {
    const url = this.cell.url.replace(/postgres$/, 'rapport_cell_1');
    return String(Object.values((await execute({ url }, text)) ?? {})[0]);
  }

  async onEach(text: string): Promise<void> {
    await Promise.all([execute(this.control, text), execute(this.cell, text)]);
  }

  async stop(): Promise<void> {
    await Promise.all([this.control, this.cell, this.redis, this.kafka, this.mail].map((server) => server.stop()));
    await rm(this.#folder, { recursive: true });
  }
}

/** The first row of the answer to the first statement. */
export async function execute({ url }: Pick<LocalServer, 'url'>, text: string): Promise<object | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const [answer] = [await client.query<object>(text).finally(() => client.end())].flat();
  return answer?.rows[0];
}
