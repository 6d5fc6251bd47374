import { hash } from 'node:crypto';
import { AppError, LeastRecentlyUsed, type CallContext } from '@rapport/kernel';
import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { keyAlgorithms } from './keys/key-algorithm.ts';
import type { KeyRing, PublicKey } from './keys/key-ring.ts';

export interface VerifiedToken {
  readonly clientId: string;
  readonly tenantId: string;
  /** The client's epoch when the token was issued. */
  readonly epoch: number;
  readonly tokenId: string;
  readonly audiences: readonly string[];
  readonly scopes: readonly string[];
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

export interface TokenVerifierOptions {
  readonly issuer: string;
  /** The audiences of which a token must name one. */
  readonly audience: string | string[];
}

/** Verifies access tokens in this process alone, by the public keys of control and the token's own claims. */
export class TokenVerifier {
  readonly #keys: KeyRing;
  readonly #options: TokenVerifierOptions;
  readonly #verified = new LeastRecentlyUsed<string, { readonly kid: string; readonly token: VerifiedToken }>(20_000);

  constructor(keys: KeyRing, options: TokenVerifierOptions) {
    this.#keys = keys;
    this.#options = options;
  }

  /** A token that was verified before stays good until it expires, as long as its key is published. */
  async verify(context: CallContext, token: string): Promise<VerifiedToken> {
    const digest = hash('sha256', token, 'base64');
    const known = this.#verified.get(digest);
    if (known && this.#keys.has(known.kid)) {
      return refuseExpired(known.token);
    }
    const verified = await this.#verifyAnew(context, token);
    this.#verified.set(digest, verified);
    return verified.token;
  }

  async #verifyAnew(context: CallContext, token: string): Promise<{ kid: string; token: VerifiedToken }> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, (header) => this.#keyOf(context, header), {
        issuer: this.#options.issuer,
        audience: this.#options.audience,
        typ: 'at+jwt',
        algorithms: [...keyAlgorithms],
        clockTolerance: clockToleranceMs / 1_000,
        requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
      });
      return { kid: protectedHeader.kid ?? '', token: readClaims(payload) };
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

  /** The algorithm is the key's; a token that names another algorithm is not ours. */
  async #keyOf(context: CallContext, { kid, alg }: JWTHeaderParameters): Promise<PublicKey['key']> {
    const found = kid === undefined ? undefined : await this.#keys.find(context, kid);
    if (!found) {
      throw new errors.JWKSNoMatchingKey();
    }
    if (found.algorithm !== alg) {
      throw new errors.JOSEAlgNotAllowed('The algorithm is not the one of the key.');
    }
    return found.key;
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

/** The clocks of two machines may differ by this much. */
const clockToleranceMs = 60_000;
