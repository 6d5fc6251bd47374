import { generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import { newId } from '@rapport/kernel';
import type { KeyAlgorithm } from '@rapport/kinds';

export interface KeyPair {
  readonly kid: string;
  readonly publicJwk: JsonWebKey;
  readonly privateJwk: JsonWebKey;
}

/** A new pair. Node makes it beside the event loop, because an RSA key takes long. */
export async function newKeyPair(algorithm: KeyAlgorithm): Promise<KeyPair> {
  const { publicKey, privateKey } = await generators[algorithm]();
  return {
    kid: newId(),
    publicJwk: publicKey.export({ format: 'jwk' }),
    privateJwk: privateKey.export({ format: 'jwk' }),
  };
}

const generate = promisify(generateKeyPair);

const generators = {
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  RS256: () => generate('rsa', { modulusLength: 2_048 }),
} as const;
