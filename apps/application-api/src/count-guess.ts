import { AppError, validationFailed, withHeaders, type CallContext } from '@rapport/kernel';
import type { CountGuess } from '@rapport/people';
import type { Guessing, Stop } from '@rapport/sign-in';

/** Counts the current password as an attempt to sign in. */
export function countGuess(context: CallContext, guessing: Guessing, address: string): CountGuess {
  return async (identity, compare) => {
    const attempt = await guessing.begin(context, { address, email: identity.email });
    if (attempt.stop) {
      throw stopped(attempt.stop);
    }
    try {
      const isRight = await compare();
      await (isRight ? attempt.succeeded(identity) : attempt.failed());
      return isRight;
    } catch (error) {
      await attempt.dropped();
      throw error;
    }
  };
}

/** Above the limit of failures a right password gets what a wrong one gets, with a wait. */
function stopped({ reason, retryAfterSeconds }: Stop): AppError {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  if (reason === 'too_many_successes') {
    return new AppError('rate_limited', 'Too many right passwords came from this address; try again later.', {
      headers,
    });
  }
  return withHeaders(validationFailed({ currentPassword: ['This is not the password that you have now.'] }), headers);
}
