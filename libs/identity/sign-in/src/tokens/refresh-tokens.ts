import { hash, randomBytes } from 'node:crypto';
import type { SignInKeys } from '../sign-in-keys.ts';

/** A refresh token of ours: the session that it belongs to, and what is kept of it. */
export interface RefreshToken {
  readonly text: string;
  readonly sessionId: string;
  readonly digest: Buffer;
}

/**
 * The texts of refresh tokens. Each names its session and bears a mark that only our replicas can make. So a token that is
 * neither the living one of its session nor the one before was spent earlier, and a guess made of a session's id is none.
 */
export class RefreshTokens {
  readonly #keys: SignInKeys;

  constructor(keys: SignInKeys) {
    this.#keys = keys;
  }

  create(sessionId: string): RefreshToken {
    const session = Buffer.from(sessionId.replaceAll('-', ''), 'hex').toString('base64url');
    const secret = randomBytes(32).toString('base64url');
    const text = session + secret + this.#keys.digest('refresh token', session, secret);
    return { text, sessionId, digest: digestOf(text) };
  }

  /** Undefined where the text is no token of ours. */
  read(text: string): RefreshToken | undefined {
    const session = text.slice(0, sessionLength);
    const secret = text.slice(sessionLength, sessionLength + secretLength);
    const mark = text.slice(sessionLength + secretLength);
    return this.#keys.isDigest(mark, 'refresh token', session, secret)
      ? { text, sessionId: uuidOf(session), digest: digestOf(text) }
      : undefined;
  }
}

/** The characters of 16 and of 32 bytes. */
const sessionLength = 22;
const secretLength = 43;

function uuidOf(session: string): string {
  const hex = Buffer.from(session, 'base64url').toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function digestOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
