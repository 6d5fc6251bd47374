import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { PrivateAuthority, startRedis, type IssuedCertificate, type LocalServer } from '@rapport/local-servers';
import { createClient, type RedisClientType } from 'redis';

/** A Redis over TLS of a private authority, which this process trusts until it ends, with the user that operators are told to make. */
export class SecureRedis {
  readonly authority: PrivateAuthority;
  readonly #folder: string;
  readonly #known = getCACertificates();
  #server: LocalServer | undefined;

  private constructor(folder: string, authority: PrivateAuthority) {
    this.#folder = folder;
    this.authority = authority;
    setDefaultCACertificates([...this.#known, authority.certificate]);
  }

  static async start(): Promise<SecureRedis> {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-secure-redis-'));
    const redis = new SecureRedis(folder, await PrivateAuthority.make());
    await redis.serveWith(await redis.authority.issue({ host }));
    return redis;
  }

  /** The address of the user. */
  get url(): string {
    return `rediss://${user}:${password}@${host}:${this.#server?.port}`;
  }

  /** It comes back at its port with the certificate. */
  async serveWith(certificate: IssuedCertificate): Promise<void> {
    const port = this.#server?.port;
    await this.#server?.stop();
    this.#server = await startRedis({ dataDir: this.#folder, certificate, ...(port === undefined ? {} : { port }) });
    await this.asAdministrator(async (client) => client.sendCommand(await this.userCommand()));
  }

  /** The command with which operators make the user, of the page for them. */
  async userCommand(): Promise<string[]> {
    const page = await readFile(new URL('../../../../../docs/operators/servers.md', import.meta.url), 'utf8');
    return /^ACL SETUSER .*$/m.exec(page)?.[0].split(' ') ?? [];
  }

  async setPassword(words: string): Promise<void> {
    await this.asAdministrator((client) => client.sendCommand(['ACL', 'SETUSER', user, 'resetpass', `>${words}`]));
  }

  async end(): Promise<void> {
    setDefaultCACertificates(this.#known);
    await this.#server?.stop();
    await this.authority.end();
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The administrator looks at no certificate. */
  async asAdministrator<T>(work: (client: RedisClientType) => Promise<T>): Promise<T> {
    const client: RedisClientType = createClient({
      url: this.#server?.url ?? '',
      socket: { tls: true, rejectUnauthorized: false },
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      client.destroy();
    }
  }
}

const host = '127.0.0.1';
const [user, password] = ['crm', 'password'];
