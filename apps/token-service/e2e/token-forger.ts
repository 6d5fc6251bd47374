import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Sealing } from '@rapport/access-tokens';
import { Database, statement } from '@rapport/database';
import { importJWK, SignJWT, type JWK } from 'jose';
import { inject } from 'vitest';

export interface TrueKey {
  readonly kid: string;
  readonly algorithm: string;
  readonly jwk: JWK;
}

/** The key that signs, opened as the token service opens it: a thief of all secrets of the platform has it. */
export async function stolenKey(kid: string): Promise<TrueKey> {
  const secrets = join(inject('platform').stateFolder, 'data', 'secrets');
  const read = async (...path: string[]) => (await readFile(join(secrets, ...path), 'utf8')).trim();
  const controlUrl = await read('token-service', 'CONTROL_DATABASE_URL');
  const database = new Database({ controlUrl, cells: {}, applicationName: 'forger' });
  try {
    const [row] = await database.control.query<{ algorithm: string; sealed: Buffer }>(context, findKey.with({ kid }));
    const keys = Object.entries(JSON.parse(await read('KEY_ENCRYPTION_KEY')) as Record<string, string>);
    const sealing = new Sealing(Object.fromEntries(keys.map(([id, key]) => [id, Buffer.from(key, 'base64')])));
    return {
      kid,
      algorithm: row?.algorithm ?? '',
      jwk: JSON.parse(sealing.open(row?.sealed ?? Buffer.alloc(0)).text) as JWK,
    };
  } finally {
    await database.close();
  }
}

/** A token with these claims and a true signature. An undefined claim is left out. */
export async function forge(
  { kid, algorithm, jwk }: TrueKey,
  claims: Readonly<Record<string, unknown>>,
  header: Record<string, unknown> = {},
): Promise<string> {
  const key = await importJWK(jwk, algorithm);
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ: 'at+jwt', kid, ...header }).sign(key);
}

const context = { trace: { traceId: '0'.repeat(32), traceparent: '' } };

const findKey = statement(
  'forger_key_find',
  `select algorithm, sealed_private as sealed from control.signing_key where kid = :kid`,
);
