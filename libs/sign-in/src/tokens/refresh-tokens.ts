import { hash, randomBytes } from 'node:crypto';
import { isUuid } from '@rapport/kernel';
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
    const secret = randomBytes(32).toString('base64url');
    const mark = this.#keys.digest('refresh token', sessionId, secret);
    return tokenOf([sessionId, secret, mark].join('.'), sessionId);
  }

  /** Undefined where the text is no token of ours. */
  read(text: string): RefreshToken | undefined {
    const [sessionId = '', secret = '', mark = '', ...others] = text.split('.');
    const isOurs =
      others.length === 0 && isUuid(sessionId) && this.#keys.isDigest(mark, 'refresh token', sessionId, secret);
    return isOurs ? tokenOf(text, sessionId) : undefined;
  }
}

function tokenOf(text: string, sessionId: string): RefreshToken {
  return { text, sessionId, digest: hash('sha256', text, 'buffer') };
}
