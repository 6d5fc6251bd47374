import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Seals small secrets under keys that are kept elsewhere (AES-256-GCM; nonce, tag, text). The first key seals, and every key opens. */
export class Sealing {
  readonly #keys: ReadonlyMap<string, Buffer>;

  constructor(keys: Readonly<Record<string, Buffer>>) {
    this.#keys = new Map(Object.entries(keys));
  }

  get keyIds(): string[] {
    return [...this.#keys.keys()];
  }

  seal(text: string): Buffer {
    const [key = Buffer.alloc(0)] = this.#keys.values();
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** The text and the id of its key. Throws if no key sealed it or a byte was changed. */
  open(sealed: Buffer): Opened {
    for (const [keyId, key] of this.#keys) {
      const text = openedWith(key, sealed);
      if (text !== undefined) {
        return { text, keyId };
      }
    }
    throw new Error('No key opens what is sealed.');
  }
}

export interface Opened {
  readonly text: string;
  readonly keyId: string;
}

function openedWith(key: Buffer, sealed: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes));
    decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const nonceBytes = 12;
const tagBytes = 16;
