import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { IssuedCertificate } from '@rapport/local-servers';

export const smtpPackages = { aiosmtpd: 'python3-aiosmtpd' };

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly tls: boolean;
  readonly content: string;
}

export interface TriedRecipient {
  readonly tried: string;
  /** The sender of the envelope; null where there was none. */
  readonly by: string | null;
}

type Step =
  | 'GREETING'
  | 'EHLO'
  | 'STARTTLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'WITHIN'
  | 'BEHIND'
  | 'TAKEN'
  | 'RSET'
  | 'IDLE';

/** The server's act at each step: an answer such as `550 no`, `close` for an end of the connection, or `silence`. */
export type SmtpActs = Partial<Record<Step, string>>;

export interface SmtpRule extends SmtpActs {
  /** The acts at the next tries of an address, one after the other, from RCPT on. */
  readonly recipients?: Readonly<Record<string, readonly SmtpActs[]>>;
  /** Whether it takes commands before it has answered the ones before. */
  readonly isPipelined?: boolean;
  /** Whether it offers no login. */
  readonly hasNoLogin?: boolean;
  /** The passwords of users, in place of the one that it knows. */
  readonly logins?: Readonly<Record<string, string>>;
  /** Another certificate, which it keeps from then on. */
  readonly certificate?: IssuedCertificate;
}

/** A real SMTP server with a certificate of its own, or with the given one for the address at which it listens. It takes mails from `rapport` with the password `right words`. */
export class SmtpServer {
  readonly port: number;
  /** The certificate, for a client that is to trust it. */
  readonly certificate: string;
  readonly taken: TakenMail[] = [];
  /** The tries of recipients, in their order. */
  readonly tried: TriedRecipient[] = [];
  /** The number of connections since it got its rule. */
  connections = 0;
  /** On how many connections it says nothing more, since it got its rule. */
  silences = 0;
  readonly #child: Child;
  readonly #folder: string;
  #onRule: () => void = () => undefined;

  private constructor(child: Child, lines: Interface, { port, certificate, folder }: Readonly<Listening>) {
    this.#child = child;
    this.port = port;
    this.certificate = certificate;
    this.#folder = folder;
    lines.on('line', (line) => this.#read(JSON.parse(line) as Line));
  }

  static async start(
    python: string,
    tls: 'starttls' | 'always' | 'never',
    { host = '127.0.0.1', issued }: { readonly host?: string; readonly issued?: IssuedCertificate } = {},
  ): Promise<SmtpServer> {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-smtp-'));
    const { certificate, key } = issued ?? (await ownCertificate(folder));
    const program = fileURLToPath(new URL('smtp_server.py', import.meta.url));
    const child = spawn(python, [program, certificate, key, tls, host], { stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = createInterface({ input: child.stdout });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The SMTP server ended with ${code}.`);
    });
    const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
    ended.catch(() => undefined);
    const { port } = JSON.parse(line) as { port: number };
    return new SmtpServer(child, lines, { port, certificate: await readFile(certificate, 'utf8'), folder });
  }

  /** From now on it does at each step what the rule says, and takes mails at the steps that are not named. */
  async follow(rule: SmtpRule): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onRule = resolve;
    const { certificate: issued, ...rest } = rule;
    const certificate = issued && { certfile: issued.certificate, keyfile: issued.key };
    this.#child.stdin.write(`${JSON.stringify({ ...rest, certificate })}\n`);
    await promise;
    this.connections = 0;
    this.silences = 0;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }

  #read(line: Line): void {
    if ('content' in line) {
      this.taken.push(line);
    } else if ('tried' in line) {
      this.tried.push(line);
    } else if ('connection' in line) {
      this.connections += 1;
    } else if ('silence' in line) {
      this.silences += 1;
    } else {
      this.#onRule();
    }
  }
}

async function ownCertificate(folder: string): Promise<IssuedCertificate> {
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const pair = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate];
  await promisify(execFile)('openssl', ['req', '-x509', ...pair, ...subject]);
  return { certificate, key };
}

type Child = ChildProcessByStdio<Writable, Readable, null>;
type Line =
  TakenMail | TriedRecipient | { readonly connection: true } | { readonly silence: true } | { readonly rule: SmtpRule };

interface Listening {
  port: number;
  certificate: string;
  folder: string;
}
