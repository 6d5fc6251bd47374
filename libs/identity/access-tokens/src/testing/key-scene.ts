import { statement, type Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { Metrics } from '@rapport/telemetry';
import { silent } from '@rapport/telemetry/testing';
import {
  applicationApiAudience,
  publicApiAudience,
  signAccessToken,
  type ClientClaims,
  type PersonClaims,
} from '../access-token.ts';
import { KeyRing } from '../keys/key-ring.ts';
import { KeyStore } from '../keys/key-store.ts';
import { Sealing } from '../keys/sealing.ts';
import type { SigningKey } from '../keys/signing-key.ts';
import { SigningKeys } from '../keys/signing-keys.ts';
import { TokenVerifier } from '../token-verifier.ts';

export const sceneIssuer = 'http://issuer.test';
export const scenePeriodMs = 90 * 86_400_000;

/** The signing keys of one process. */
export function signingReplica(database: Database, sealing: Sealing, metrics = new Metrics()): SigningKeys {
  return new SigningKeys(new KeyStore(database, sealing), silent, metrics, scenePeriodMs);
}

/** The keys and the verifier of one process of an API. */
export function verifyingReplica(
  database: Database,
  audience = publicApiAudience,
): { keys: KeyRing; verifier: TokenVerifier } {
  const keys = new KeyRing(database);
  return { keys, verifier: new TokenVerifier(keys, { issuer: sceneIssuer, audience }) };
}

/** A token of this key that is right in all but the claims that the test names. */
export function tokenOf(key: SigningKey, claims: Partial<ClientClaims> & { nbf?: number } = {}): string {
  const iat = Math.floor(Date.now() / 1_000);
  return signAccessToken(key, {
    iss: sceneIssuer,
    aud: publicApiAudience,
    sub: 'client',
    client_id: 'client',
    iat,
    exp: iat + 3_600,
    jti: 'one',
    scope: 'customers.read',
    tenant_id: 'tenant',
    tev: 1,
    ...claims,
  });
}

/** A person's token of this key for the application API that is right in all but the claims that the test names. */
export function personTokenOf(key: SigningKey, claims: Partial<PersonClaims> & { scope?: string } = {}): string {
  const iat = Math.floor(Date.now() / 1_000);
  return signAccessToken(key, {
    iss: sceneIssuer,
    aud: applicationApiAudience,
    sub: 'user',
    client_id: 'console',
    iat,
    exp: iat + 900,
    jti: 'one',
    tenant_id: 'tenant',
    sid: 'session',
    tev: 1,
    ...claims,
  });
}

/** Lets time pass for the keys: each of their times comes so much sooner. */
export async function passMinutes(context: CallContext, owner: Database, minutes: number): Promise<void> {
  await owner.control.query(context, shiftKeys.with({ minutes }));
}

const shiftKeys = statement(
  'shift_keys',
  `update control.signing_key set publish_at = publish_at - :minutes * interval '1 minute',
    sign_from = sign_from - :minutes * interval '1 minute', sign_until = sign_until - :minutes * interval '1 minute',
    gone_at = gone_at - :minutes * interval '1 minute'`,
);
