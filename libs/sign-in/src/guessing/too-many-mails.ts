import { AppError } from '@rapport/kernel';

/** The refusal of a mail that is one too many. */
export function tooManyMails(problem: string, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new AppError('rate_limited', `${problem}; try again in ${seconds} seconds. No mail was sent.`, {
    headers: { 'retry-after': String(seconds) },
  });
}
