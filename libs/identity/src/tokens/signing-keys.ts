import { createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { calculateJwkThumbprint, type JWK } from 'jose';
import type { Sealing } from './sealing.ts';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

interface EcKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
}

/** A public key as the key set shows it. */
export interface PublishedKey extends EcKey {
  readonly kid: string;
  readonly alg: string;
  readonly use: string;
}

/** The keys that sign access tokens; their private parts are sealed in control. */
export class SigningKeys {
  readonly #database: Database;
  readonly #sealing: Sealing;
  #current: SigningKey | undefined;

  constructor(database: Database, sealing: Sealing) {
    this.#database = database;
    this.#sealing = sealing;
  }

  /** The key to sign with. Of processes that start on an empty installation at once, one makes the key and all use it. */
  async current(context: CallContext): Promise<SigningKey> {
    this.#current ??= await this.#load(context);
    return this.#current;
  }

  async published(context: CallContext): Promise<PublishedKey[]> {
    const rows = await this.#database.control.query<{ kid: string; algorithm: string; jwk: EcKey }>(
      context,
      listPublicKeys,
    );
    return rows.map(({ kid, algorithm, jwk: { kty, crv, x, y } }) => ({
      kty,
      crv,
      x,
      y,
      kid,
      alg: algorithm,
      use: 'sig',
    }));
  }

  async #load(context: CallContext): Promise<SigningKey> {
    return this.#database.control.transaction(context, async (sql) => {
      await sql.query(context, lockKeys);
      const [kept] = await sql.query<{ kid: string; sealed: Buffer }>(context, findNewestKey);
      if (kept) {
        return { kid: kept.kid, privateKey: this.#open(kept.sealed) };
      }
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const jwk = publicKey.export({ format: 'jwk' }) as JWK;
      const kid = await calculateJwkThumbprint(jwk);
      const sealed = this.#sealing.seal(JSON.stringify(privateKey.export({ format: 'jwk' })));
      await sql.query(context, insertKey, [kid, JSON.stringify(jwk), sealed]);
      return { kid, privateKey };
    });
  }

  #open(sealed: Buffer): KeyObject {
    try {
      return createPrivateKey({ key: JSON.parse(this.#sealing.open(sealed)) as JsonWebKey, format: 'jwk' });
    } catch (error) {
      throw new Error('The signing key cannot be opened: KEY_ENCRYPTION_KEY is not the key it was sealed with.', {
        cause: error,
      });
    }
  }
}

const lockKeys = statement('signing_key_lock', `select pg_advisory_xact_lock(776, 1)`);

const findNewestKey = statement(
  'signing_key_newest',
  `select kid, sealed_private as sealed from control.signing_key order by created_on desc, kid limit 1`,
);

const insertKey = statement(
  'signing_key_insert',
  `insert into control.signing_key (kid, algorithm, public_jwk, sealed_private) values ($1, 'ES256', $2, $3)`,
);

const listPublicKeys = statement(
  'signing_key_public',
  `select kid, algorithm, public_jwk as jwk from control.public_key order by kid`,
);
