import type { AppError, ErrorCode } from '@rapport/kernel';
import type { Exchange } from '../exchange.ts';

/** The value of `WWW-Authenticate` for a caller that was not let in, or undefined. */
export function challengeOf(error: AppError, exchange: Exchange): string | undefined {
  if (error.code === 'invalid_client') {
    // RFC 6749 asks for it only where the caller sent its credentials in this header.
    return exchange.header('authorization') === undefined ? undefined : 'Basic realm="token"';
  }
  return tokenChallenges[error.code];
}

const tokenChallenges: Partial<Record<ErrorCode, string>> = {
  insufficient_scope: 'Bearer error="insufficient_scope"',
  token_missing: 'Bearer',
  token_invalid: 'Bearer error="invalid_token"',
  token_expired: 'Bearer error="invalid_token"',
  client_disabled: 'Bearer error="invalid_token"',
};
