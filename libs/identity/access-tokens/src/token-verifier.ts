import { hash } from 'node:crypto';
import { AppError, LeastRecentlyUsed, type CallContext } from '@rapport/kernel';
import { keyAlgorithms } from '@rapport/kinds';
import { errors, jwtVerify, type JWTHeaderParameters, type JWTPayload } from 'jose';
import { applicationApiAudience, publicApiAudience } from './access-token.ts';
import type { KeyRing, PublicKey } from './keys/key-ring.ts';

interface CommonToken {
  readonly tenantId: string;
  /** The epoch of the API client, or of the user, when the token was issued. */
  readonly epoch: number;
  readonly tokenId: string;
  readonly audiences: readonly string[];
  readonly issuedAtMs: number;
  readonly expiresAtMs: number;
}

/** The token of an API client. One for development has both audiences. */
export interface ClientToken extends CommonToken {
  readonly kind: 'client';
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** The token of a person who signed in. */
export interface PersonToken extends CommonToken {
  readonly kind: 'person';
  readonly userId: string;
  readonly sessionId: string;
  /** The client at which the person signed in, which is no API client. */
  readonly clientId: string;
}

export type VerifiedToken = ClientToken | PersonToken;

export interface TokenVerifierOptions<Token extends VerifiedToken = VerifiedToken> {
  readonly issuer: string;
  /** The audiences of which a token must name one. */
  readonly audience: string | string[];
  /** The kind of token that is taken; every kind where it is not given. */
  readonly takes?: (token: VerifiedToken) => token is Token;
}

export function isClientToken(token: VerifiedToken): token is ClientToken {
  return token.kind === 'client';
}

/** Verifies access tokens in this process alone, by the public keys of control and the token's own claims. */
export class TokenVerifier<Token extends VerifiedToken = VerifiedToken> {
  readonly #keys: KeyRing;
  readonly #options: TokenVerifierOptions<Token>;
  readonly #verified = new LeastRecentlyUsed<string, { readonly kid: string; readonly token: Token }>(20_000);

  constructor(keys: KeyRing, options: TokenVerifierOptions<Token>) {
    this.#keys = keys;
    this.#options = options;
  }

  /** A token that was verified before stays good until it expires, as long as its key is published. */
  async verify(context: CallContext, token: string): Promise<Token> {
    const digest = hash('sha256', token, 'base64');
    const known = this.#verified.get(digest);
    if (known && this.#keys.has(known.kid)) {
      return refuseExpired(known.token);
    }
    const verified = await this.#verifyAnew(context, token);
    this.#verified.set(digest, verified);
    return verified.token;
  }

  async #verifyAnew(context: CallContext, token: string): Promise<{ kid: string; token: Token }> {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, (header) => this.#keyOf(context, header), {
        issuer: this.#options.issuer,
        typ: 'at+jwt',
        algorithms: [...keyAlgorithms],
        clockTolerance: clockToleranceMs / 1_000,
        requiredClaims: ['exp', 'iat', 'sub', 'client_id', 'jti'],
      });
      return { kid: protectedHeader.kid ?? '', token: this.#take(readClaims(payload)) };
    } catch (error) {
      if (error instanceof AppError) {
        throw error;
      }
      if (error instanceof errors.JWTExpired) {
        throw expired();
      }
      throw invalid('The access token is not valid; request one at /connect/token.', error);
    }
  }

  #take(token: VerifiedToken): Token {
    const { audience, takes } = this.#options;
    if (![audience].flat().some((own) => token.audiences.includes(own))) {
      throw forAnotherApi(token);
    }
    if (takes && !takes(token)) {
      throw new Error('The token is of another kind than this API takes.');
    }
    // Each kind is one that is taken where none is named.
    return token as Token;
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
  const { client_id: clientId, tenant_id: tenantId, jti: tokenId, tev: epoch, aud = [], iat, exp } = payload;
  if (
    typeof clientId !== 'string' ||
    typeof tenantId !== 'string' ||
    typeof tokenId !== 'string' ||
    typeof epoch !== 'number' ||
    iat === undefined ||
    exp === undefined
  ) {
    throw new Error('A signed token lacks a claim.');
  }
  return {
    ...principalOf(payload),
    clientId,
    tenantId,
    tokenId,
    epoch,
    audiences: [aud].flat(),
    issuedAtMs: iat * 1_000,
    expiresAtMs: exp * 1_000,
  };
}

/** A session makes a token a person's, and scopes make it an API client's. No token has both. */
function principalOf({ sub, sid, scope }: JWTPayload) {
  if (typeof sid === 'string' && typeof sub === 'string' && scope === undefined) {
    return { kind: 'person', userId: sub, sessionId: sid } as const;
  }
  if (typeof scope === 'string' && sid === undefined) {
    return { kind: 'client', scopes: scope.split(' ') } as const;
  }
  throw new Error("A signed token is neither a client's nor a person's.");
}

function refuseExpired<Token extends VerifiedToken>(token: Token): Token {
  if (token.expiresAtMs + clockToleranceMs <= Date.now()) {
    throw expired();
  }
  return token;
}

/**
 * A token that is good elsewhere: ours, and not expired. Its holder can read its audience in it, so the sentence gives
 * nothing away.
 */
function forAnotherApi({ audiences }: VerifiedToken): Error {
  const other = audiences.find((audience) => Object.hasOwn(otherApis, audience));
  return other === undefined ? new Error('The token is for none of our APIs.') : invalid(otherApis[other] ?? '');
}

/** The answer to a caller of another API, by the audience of its token. */
const otherApis: Readonly<Record<string, string>> = {
  [publicApiAudience]:
    'This token is for the public API; this API takes one of a person, who signs in at /connect/authorize.',
  [applicationApiAudience]:
    'This token is for the application API; this API takes one of an API client, which /connect/token gives for grant_type=client_credentials.',
};

function invalid(sentence: string, cause?: unknown): AppError {
  return new AppError('token_invalid', sentence, { cause });
}

function expired(): AppError {
  return new AppError('token_expired', 'The access token has expired; request a new one at /connect/token.');
}

/** The clocks of two machines may differ by this much. */
const clockToleranceMs = 60_000;
