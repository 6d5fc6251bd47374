import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '../base62.ts';

/** The peppers by their ids; the first one is used for new secrets. They are in no database. */
export class Peppers {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly current: string;

  constructor(keys: ReadonlyMap<string, Buffer>) {
    const [current] = keys.keys();
    if (current === undefined) {
      throw new Error('There must be at least one secret pepper.');
    }
    // A key that is a Buffer is prepared anew for each digest, which costs five times the digest.
    this.#keys = new Map(Array.from(keys, ([kid, key]) => [kid, createSecretKey(key)]));
    this.current = current;
  }

  digest(secret: string, kid: string): Buffer | undefined {
    const key = this.#keys.get(kid);
    return key && createHmac('sha256', key).update(secret).digest();
  }

  /** What only the same keys give, by their ids: no text that anybody authenticates with is digested like this. */
  checkValues(): ReadonlyMap<string, Buffer> {
    return this.digests('which key is this');
  }

  /** Under every pepper, so that the work does not depend on whose secret it might be. */
  digests(secret: string): ReadonlyMap<string, Buffer> {
    const digests = new Map<string, Buffer>();
    for (const [kid, key] of this.#keys) {
      digests.set(kid, createHmac('sha256', key).update(secret).digest());
    }
    return digests;
  }
}

/** A new secret: its prefix lets scanners find it, its checksum lets them be sure without asking us. */
export function newSecret(prefix = clientSecretPrefix): string {
  const body = prefix + randomBase62(43);
  return body + checksum(body);
}

/** Whether the text has the form and the checksum of a secret; guesses die here, before any look-up. */
export function isSecretShaped(text: string, prefix = clientSecretPrefix): boolean {
  const body = text.slice(0, -checksumLength);
  return (
    text.length === prefix.length + 43 + checksumLength && text.startsWith(prefix) && text.endsWith(checksum(body))
  );
}

export function hintOf(secret: string): string {
  return secret.slice(-4);
}

function checksum(body: string): string {
  return toBase62(BigInt(crc32(body)), checksumLength);
}

const clientSecretPrefix = 'rpt_live_';
const checksumLength = 6;
