import { hash, type JsonWebKey } from 'node:crypto';
import type { KeyAlgorithm } from '@rapport/kinds';

/** A public key as the key set shows it. */
export interface PublishedKey {
  readonly kty: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
  readonly kid: string;
  readonly alg: KeyAlgorithm;
  readonly use: 'sig';
}

/** The key set of RFC 7517, and the ETag of its state. */
export interface KeySet {
  readonly keys: readonly PublishedKey[];
  readonly etag: string;
}

interface PublicKey {
  readonly kid: string;
  readonly algorithm: KeyAlgorithm;
  readonly jwk: JsonWebKey;
}

export function keySetOf(publicKeys: readonly PublicKey[]): KeySet {
  const keys = publicKeys.map(publishedKey).toSorted((one, other) => (one.kid < other.kid ? -1 : 1));
  return { keys, etag: `"${hash('sha256', JSON.stringify(keys), 'base64url')}"` };
}

/** Each public member is named here, so that no other member can ever be shown. */
function publishedKey({ kid, algorithm: alg, jwk }: PublicKey): PublishedKey {
  const { kty = '', crv = '', x = '', y = '', n = '', e = '' } = jwk;
  return { kty, ...(alg === 'RS256' ? { n, e } : { crv, x, y }), kid, alg, use: 'sig' };
}
