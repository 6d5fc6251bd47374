import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { importJWK, type CryptoKey, type JWK } from 'jose';
import type { KeyAlgorithm } from './key-algorithm.ts';

export interface PublicKey {
  readonly algorithm: KeyAlgorithm;
  readonly key: CryptoKey | Uint8Array;
}

/** The published keys as this process knows them. Whoever verifies by them keeps them fresh with `watchKeys`. */
export class KeyRing {
  readonly #database: Database;
  #keys: ReadonlyMap<string, PublicKey> | undefined;
  #reading: Promise<void> | undefined;
  #asking: Promise<void> | undefined;
  #askedAtMs = -Infinity;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether the key was published when it was looked last. */
  has(kid: string): boolean {
    return this.#keys?.has(kid) ?? false;
  }

  /** A key that is not known is looked for, at most once a second however often it is asked for. */
  async find(context: CallContext, kid: string): Promise<PublicKey | undefined> {
    if (!this.#keys) {
      await this.refresh(context);
    } else if (!this.#keys.has(kid)) {
      await this.#ask(context);
    }
    return this.#keys?.get(kid);
  }

  /** Reads the keys anew; when it fails, the keys that are known stay in use. */
  refresh(context: CallContext): Promise<void> {
    this.#reading ??= this.#read(context).finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** What is known is the answer while the database is away: new keys are published long before they sign. */
  #ask(context: CallContext): Promise<void> | undefined {
    if (performance.now() - this.#askedAtMs > askPauseMs) {
      this.#askedAtMs = performance.now();
      this.#asking = this.refresh(context)
        .catch(() => undefined)
        .finally(() => (this.#asking = undefined));
    }
    return this.#asking;
  }

  async #read(context: CallContext): Promise<void> {
    const rows = await this.#database.control.query<{ kid: string; algorithm: KeyAlgorithm; jwk: JWK }>(
      context,
      listPublicKeys,
    );
    const known = this.#keys;
    const keys = rows.map(async ({ kid, algorithm, jwk }) => {
      const key = known?.get(kid) ?? { algorithm, key: await importJWK(jwk, algorithm) };
      return [kid, key] as const;
    });
    this.#keys = new Map(await Promise.all(keys));
  }
}

const askPauseMs = 1_000;

/** What is published at this moment of PostgreSQL's clock: a handful of keys. */
const listPublicKeys = statement('public_key_list', `select kid, algorithm, public_jwk as jwk from control.public_key`);
