import { createSign } from 'node:crypto';
import type { SigningKey } from './keys/signing-key.ts';

/** The claims of every access token. `client_id` is the API client, or the client at which the person signed in. */
interface CommonClaims {
  iss: string;
  aud: string | readonly string[];
  sub: string;
  client_id: string;
  iat: number;
  exp: number;
  jti: string;
  tenant_id: string;
  /** The epoch of the API client or of the user. The token is dead once that one has another epoch. */
  tev: number;
}

/** The claims of an API client. `sub` is the client id. */
export interface ClientClaims extends CommonClaims {
  scope: string;
}

/** The claims of a person. `sub` is the user, and `sid` the session that began with the sign-in. */
export interface PersonClaims extends CommonClaims {
  sid: string;
}

export type AccessTokenClaims = ClientClaims | PersonClaims;

/** The audience of tokens for the public API. */
export const publicApiAudience = 'urn:rapport:public-api';

/** The audience of people's tokens and of tokens for development. */
export const applicationApiAudience = 'urn:rapport:application-api';

/** The life of an API client's token. */
export const accessTokenLifetimeSeconds = 3_600;

export const personTokenLifetimeSeconds = 900;

/** A signed access token of RFC 9068. */
export function signAccessToken({ kid, algorithm, privateKey }: SigningKey, claims: AccessTokenClaims): string {
  const input = `${encode({ alg: algorithm, typ: 'at+jwt', kid })}.${encode(claims)}`;
  const signature = createSign('sha256').update(input).sign(privateKey);
  return `${input}.${(algorithm === 'ES256' ? joseSignature(signature) : signature).toString('base64url')}`;
}

function encode(json: object): string {
  return Buffer.from(JSON.stringify(json)).toString('base64url');
}

/** JOSE has two numbers of 32 bytes side by side. Node signs twice as fast in DER, so the signature is converted. */
function joseSignature(der: Buffer): Buffer {
  const signature = Buffer.alloc(64);
  const lengthOfR = der[3] ?? 0;
  const r = der.subarray(4, 4 + lengthOfR);
  const s = der.subarray(6 + lengthOfR);
  placeNumber(r, signature, 32);
  placeNumber(s, signature, 64);
  return signature;
}

function placeNumber(number: Buffer, target: Buffer, end: number): void {
  const digits = number.subarray(Math.max(0, number.length - 32));
  digits.copy(target, end - digits.length);
}
