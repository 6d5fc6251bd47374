import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';

/** The purpose of a key of sign-in. A digest for one purpose is of no use for another. */
export type KeyPurpose = 'counted address' | 'known browser' | 'form' | 'code' | 'refresh token';

/** Keyed digests of sign-in. Every replica derives the same keys from a key that all have. */
export class SignInKeys {
  readonly #keys: Readonly<Record<KeyPurpose, KeyObject>>;

  constructor(sharedKey: Buffer) {
    const derive = (purpose: KeyPurpose): KeyObject =>
      createSecretKey(Buffer.from(hkdfSync('sha256', sharedKey, '', `sign-in ${purpose}`, 32)));
    this.#keys = {
      'counted address': derive('counted address'),
      'known browser': derive('known browser'),
      form: derive('form'),
      code: derive('code'),
      'refresh token': derive('refresh token'),
    };
  }

  digest(purpose: KeyPurpose, ...texts: readonly string[]): string {
    return createHmac('sha256', this.#keys[purpose]).update(JSON.stringify(texts)).digest('base64url');
  }

  isDigest(text: string, purpose: KeyPurpose, ...texts: readonly string[]): boolean {
    const [given, right] = [Buffer.from(text), Buffer.from(this.digest(purpose, ...texts))];
    return given.length === right.length && timingSafeEqual(given, right);
  }
}
