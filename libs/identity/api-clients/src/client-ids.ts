import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { randomBase62, toBase62 } from '@rapport/kernel';

/**
 * Client ids end in a keyed code of six characters. People type secrets and guesses into that field, and the code shows
 * without a look-up that such an id was never given out.
 */
export class ClientIds {
  readonly #key: KeyObject;

  constructor(key: Buffer) {
    // Node prepares a key that is a Buffer anew for each code, which costs five times the code.
    this.#key = createSecretKey(key);
  }

  mint(): string {
    const body = `${prefix}${randomBase62(20)}`;
    return body + this.#code(body);
  }

  isMinted(clientId: string): boolean {
    if (!pattern.test(clientId)) {
      return false;
    }
    const body = clientId.slice(0, -codeLength);
    return timingSafeEqual(Buffer.from(this.#code(body)), Buffer.from(clientId.slice(-codeLength)));
  }

  /** A value that only the same key gives. */
  checkValue(): Buffer {
    return createHmac('sha256', this.#key).update('which key is this').digest();
  }

  #code(body: string): string {
    return toBase62(createHmac('sha256', this.#key).update(body).digest().readBigUInt64BE(), codeLength);
  }
}

const prefix = 'rpt_client_';
const codeLength = 6;
const pattern = /^rpt_client_[0-9A-Za-z]{26}$/;
