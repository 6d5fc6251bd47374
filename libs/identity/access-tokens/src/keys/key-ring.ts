import { times } from '@rapport/config';
import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { KeyAlgorithm } from '@rapport/kinds';
import { loop, type Background } from '@rapport/telemetry';
import { importJWK, type CryptoKey, type JWK } from 'jose';

export interface PublicKey {
  readonly algorithm: KeyAlgorithm;
  readonly key: CryptoKey | Uint8Array;
}

const reading = loop('read public keys', 'Learns within a second which keys verify tokens.', 'SigningKeysNotRead');

/** The published keys as this process knows them. */
export class KeyRing {
  static readonly loops = [reading];
  readonly #database: Database;
  #keys: ReadonlyMap<string, PublicKey> | undefined;
  #reading: Promise<void> | undefined;
  #readingAgain: Promise<void> | undefined;
  #readAgainAtMs = -Infinity;

  constructor(database: Database) {
    this.#database = database;
  }

  start(background: Background): void {
    background.repeat(reading, (context) => this.refresh(context), times.keyReadMs, { isPoll: true });
  }

  /** Whether the key was published when this process last read the keys. */
  has(kid: string): boolean {
    return this.#keys?.has(kid) ?? false;
  }

  /** The key, or undefined. For a key that is not known the keys are read anew, at most once a second. */
  async find(context: CallContext, kid: string): Promise<PublicKey | undefined> {
    if (!this.#keys) {
      await this.refresh(context);
    } else if (!this.#keys.has(kid)) {
      await this.#readAgain(context);
    }
    return this.#keys?.get(kid);
  }

  /** Reads the keys anew. If that fails, the known keys stay in use. */
  refresh(context: CallContext): Promise<void> {
    this.#reading ??= this.#read(context).finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** The known keys are enough while the database is away, because new keys are published long before they sign. */
  #readAgain(context: CallContext): Promise<void> | undefined {
    if (performance.now() - this.#readAgainAtMs > readAgainPauseMs) {
      this.#readAgainAtMs = performance.now();
      this.#readingAgain = this.refresh(context)
        .catch(() => undefined)
        .finally(() => (this.#readingAgain = undefined));
    }
    return this.#readingAgain;
  }

  async #read(context: CallContext): Promise<void> {
    const rows = await this.#database.admission.query<{ kid: string; algorithm: KeyAlgorithm; jwk: JWK }>(
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

const readAgainPauseMs = 1_000;

/** The keys that are published now by PostgreSQL's clock: a handful. */
const listPublicKeys = statement('public_key_list', `select kid, algorithm, public_jwk as jwk from control.public_key`);
