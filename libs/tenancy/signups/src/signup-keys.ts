import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { addressKey } from '@rapport/kernel';

/** Keyed digests of sign-ups. Every replica derives the same keys from a key that all have. */
export class SignupKeys {
  readonly #address: KeyObject;
  readonly #network: KeyObject;
  readonly #request: KeyObject;

  constructor(sharedKey: Buffer) {
    const derive = (purpose: string): KeyObject =>
      createSecretKey(Buffer.from(hkdfSync('sha256', sharedKey, '', `sign-up ${purpose}`, 32)));
    this.#address = derive('address');
    this.#network = derive('network');
    this.#request = derive('request');
  }

  /** One digest for all spellings of an e-mail address. */
  ofAddress(email: string): string {
    return createHmac('sha256', this.#address).update(addressKey(email)).digest('base64url');
  }

  /** One digest for all addresses of a network, which is an IPv4 /24 or an IPv6 /48. */
  ofNetwork(address: string): string {
    const [network] = /^(?:[^.:]*[.:]){3}/.exec(address) ?? [address];
    return createHmac('sha256', this.#network).update(network).digest('base64url');
  }

  /** A request's digest. Its body holds a password, and a digest with a key lets no reader of control guess at it. */
  ofRequest(fingerprint: Buffer): Buffer {
    return createHmac('sha256', this.#request).update(fingerprint).digest();
  }
}
