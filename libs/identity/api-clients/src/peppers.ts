import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The peppers by their ids. New secrets use the first one. No database holds them. */
export class Peppers {
  readonly #keys: ReadonlyMap<string, KeyObject>;
  readonly current: string;

  constructor(keys: ReadonlyMap<string, Buffer>) {
    const [current] = keys.keys();
    if (current === undefined) {
      throw new Error('There must be at least one secret pepper.');
    }
    // Node prepares a key that is a Buffer anew for each digest, which costs five times the digest.
    this.#keys = new Map(Array.from(keys, ([kid, key]) => [kid, createSecretKey(key)]));
    this.current = current;
  }

  digest(secret: string, kid: string): Buffer | undefined {
    const key = this.#keys.get(kid);
    return key && createHmac('sha256', key).update(secret).digest();
  }

  /** Values that only the same keys give, by their ids. No client authenticates with the text that is digested. */
  checkValues(): ReadonlyMap<string, Buffer> {
    return this.digests('which key is this');
  }

  /** The digests under every pepper, so that the work does not depend on the client whose secret it might be. */
  digests(secret: string): ReadonlyMap<string, Buffer> {
    const digests = new Map<string, Buffer>();
    for (const [kid, key] of this.#keys) {
      digests.set(kid, createHmac('sha256', key).update(secret).digest());
    }
    return digests;
  }
}
