import { AppError, type CallContext } from '@rapport/kernel';
import type { GuessCount } from '@rapport/people';
import type { Attempt, Guessing } from '@rapport/sign-in';

/** Counts a wrong current password as a failed sign-in. Above the limit the answer is the same, with a wait. */
export function guessCount(context: CallContext, guessing: Guessing, address: string): GuessCount {
  let attempt: Attempt | undefined;
  return {
    check: async (email) => {
      attempt = await guessing.begin(context, { address, email });
      if (attempt.waitMs !== undefined) {
        throw wrongPassword(attempt.waitMs);
      }
    },
    // The attempt counts as a failure from its beginning.
    wrong: async () => undefined,
    right: async () => attempt?.succeeded(),
  };
}

function wrongPassword(waitMs: number): AppError {
  const errors = { currentPassword: ['This is not the password that you have now.'] };
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) };
  return new AppError('validation_failed', 'The request is not valid; see errors.', { errors, headers });
}
