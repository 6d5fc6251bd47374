import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const smtpPackages = { aiosmtpd: 'python3-aiosmtpd' };

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly tls: boolean;
  readonly content: string;
}

/** A real SMTP server with a certificate of its own. It takes mails from `rapport` with the password `right words`. */
export class SmtpServer {
  readonly port: number;
  /** The certificate, for a client that is to trust it. */
  readonly certificate: string;
  readonly taken: TakenMail[];
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(port: number, certificate: string, taken: TakenMail[], child: ChildProcess, folder: string) {
    this.port = port;
    this.certificate = certificate;
    this.taken = taken;
    this.#child = child;
    this.#folder = folder;
  }

  static async start(python: string, tls: 'starttls' | 'always' | 'never'): Promise<SmtpServer> {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-smtp-'));
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const pair = ['-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', certificate];
    await promisify(execFile)('openssl', ['req', '-x509', ...pair, ...subject]);
    const child = spawn(python, [fileURLToPath(new URL('smtp_server.py', import.meta.url)), certificate, key, tls], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const taken: TakenMail[] = [];
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`The SMTP server ended with ${code}.`)));
      createInterface({ input: child.stdout }).on('line', (line) => {
        // The server's own lines: its port, then a mail each.
        const said = JSON.parse(line) as TakenMail & { port?: number };
        if (said.port === undefined) {
          taken.push(said);
        } else {
          resolve(said.port);
        }
      });
    });
    return new SmtpServer(port, await readFile(certificate, 'utf8'), taken, child, folder);
  }

  async stop(): Promise<void> {
    this.#child.removeAllListeners('exit');
    this.#child.kill('SIGKILL');
    await rm(this.#folder, { recursive: true, force: true });
  }
}
