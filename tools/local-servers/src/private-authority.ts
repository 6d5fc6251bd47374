import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A server's certificate and its key, each a file in PEM. */
export interface IssuedCertificate {
  readonly certificate: string;
  readonly key: string;
}

/** An authority that signs certificates, and is in no list of those that programs trust. */
export class PrivateAuthority {
  /** In PEM, for those who are to trust it. */
  readonly certificate: string;
  readonly #folder: string;
  #issued = 0;

  private constructor(folder: string, certificate: string) {
    this.#folder = folder;
    this.certificate = certificate;
  }

  static async make(): Promise<PrivateAuthority> {
    const folder = await mkdtemp(join(tmpdir(), 'rapport-authority-'));
    const subject = ['-subj', '/CN=A private authority', '-days', '1'];
    await openssl(folder, ['req', '-x509', ...newKey('authority'), ...subject, '-out', 'authority.pem']);
    return new PrivateAuthority(folder, await readFile(join(folder, 'authority.pem'), 'utf8'));
  }

  /** A certificate for a server of this name or address, which has run out where its days are below 0. */
  async issue({ host = 'localhost', days = 1 } = {}): Promise<IssuedCertificate> {
    this.#issued += 1;
    const name = `server${this.#issued}`;
    await writeFile(join(this.#folder, `${name}.ext`), `subjectAltName=${isIP(host) === 0 ? 'DNS' : 'IP'}:${host}`);
    await openssl(this.#folder, ['req', ...newKey(name), '-subj', `/CN=${host}`, '-out', `${name}.csr`]);
    const signed = [
      '-CA',
      'authority.pem',
      '-CAkey',
      'authority.key',
      '-days',
      String(days),
      '-extfile',
      `${name}.ext`,
    ];
    await openssl(this.#folder, ['x509', '-req', '-in', `${name}.csr`, ...signed, '-out', `${name}.pem`]);
    return { certificate: join(this.#folder, `${name}.pem`), key: join(this.#folder, `${name}.key`) };
  }

  async end(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

function newKey(name: string): string[] {
  return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
}

async function openssl(folder: string, words: readonly string[]): Promise<void> {
  await promisify(execFile)('openssl', words, { cwd: folder });
}
