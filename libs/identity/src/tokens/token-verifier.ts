import { hash } from 'node:crypto';
import { statement, type Database } from '@rapport/database';
import { AppError, LeastRecentlyUsed, type CallContext } from '@rapport/kernel';
import { errors, importJWK, jwtVerify, type CryptoKey, type JWK, type JWTPayload } from 'jose';
import type { Claimant } from '../admission/admission.ts';

export interface VerifiedToken extends Claimant {
  readonly tokenId: string;
  readonly audiences: readonly string[];
  readonly scopes: readonly string[];
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

export interface TokenVerifierOptions {
  readonly issuer: string;
  readonly audience: string;
}

/** Tells good access tokens from others, without asking anybody: by the public keys of control and the token's own claims. */
export class TokenVerifier {
  readonly #database: Database;
  readonly #options: TokenVerifierOptions;
  readonly #verified = new LeastRecentlyUsed<string, VerifiedToken>(20_000);
  #keys = new Map<string, CryptoKey | Uint8Array>();
  #keysLoadedAtMs = -Infinity;
  #loading: Promise<void> | undefined;

  constructor(database: Database, options: TokenVerifierOptions) {
    this.#database = database;
    this.#options = options;
  }

  async verify(context: CallContext, token: string): Promise<VerifiedToken> {
    const digest = hash('sha256', token, 'base64');
    const known = this.#verified.get(digest);
    if (known) {
      return refuseExpired(known);
    }
    const verified = await this.#verifyAnew(context, token);
    this.#verified.set(digest, verified);
    return verified;
  }

  async #verifyAnew(context: CallContext, token: string): Promise<VerifiedToken> {
    try {
      const { payload } = await jwtVerify(token, async ({ kid }) => this.#keyOf(context, kid), {
        issuer: this.#options.issuer,
        audience: this.#options.audience,
        typ: 'at+jwt',
        algorithms: ['ES256'],
        clockTolerance: clockToleranceMs / 1_000,
        requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
      });
      return readClaims(payload);
    } catch (error) {
      if (error instanceof AppError) {
        throw error;
      }
      if (error instanceof errors.JWTExpired) {
        throw expired();
      }
      throw new AppError('token_invalid', 'The access token is not valid; request one at /connect/token.', {
        cause: error,
      });
    }
  }

  async #keyOf(context: CallContext, kid: string | undefined): Promise<CryptoKey | Uint8Array> {
    const key = this.#keys.get(kid ?? '');
    if (key) {
      return key;
    }
    if (performance.now() - this.#keysLoadedAtMs > reloadPauseMs) {
      this.#loading ??= this.#loadKeys(context).finally(() => (this.#loading = undefined));
      await this.#loading;
    }
    const loaded = this.#keys.get(kid ?? '');
    if (!loaded) {
      throw new errors.JWKSNoMatchingKey();
    }
    return loaded;
  }

  async #loadKeys(context: CallContext): Promise<void> {
    const rows = await this.#database.control.query<{ kid: string; algorithm: string; jwk: JWK }>(
      context,
      listPublicKeys,
    );
    const keys = await Promise.all(
      rows.map(async ({ kid, algorithm, jwk }) => [kid, await importJWK(jwk, algorithm)] as const),
    );
    this.#keys = new Map(keys);
    this.#keysLoadedAtMs = performance.now();
  }
}

function readClaims(payload: JWTPayload): VerifiedToken {
  const { client_id: clientId, tenant_id: tenantId, jti: tokenId, scope, tev: epoch, aud = [], iat, exp } = payload;
  if (
    typeof clientId !== 'string' ||
    typeof tenantId !== 'string' ||
    typeof tokenId !== 'string' ||
    typeof scope !== 'string' ||
    typeof epoch !== 'number' ||
    iat === undefined ||
    exp === undefined
  ) {
    throw new Error('A signed token lacks a claim.');
  }
  if (iat * 1_000 > Date.now() + clockToleranceMs) {
    throw new Error('A signed token was issued in the future.');
  }
  return {
    clientId,
    tenantId,
    tokenId,
    epoch,
    audiences: [aud].flat(),
    scopes: scope.split(' '),
    issuedAtMs: iat * 1_000,
    expiresAtMs: exp * 1_000,
  };
}

function refuseExpired(token: VerifiedToken): VerifiedToken {
  if (token.expiresAtMs + clockToleranceMs <= Date.now()) {
    throw expired();
  }
  return token;
}

function expired(): AppError {
  return new AppError('token_expired', 'The access token has expired; request a new one at /connect/token.');
}

const reloadPauseMs = 1_000;
/** As far as the clocks of two machines may be apart. */
const clockToleranceMs = 60_000;

const listPublicKeys = statement('public_key_list', `select kid, algorithm, public_jwk as jwk from control.public_key`);
