import { AppError } from '@rapport/kernel';

/** The refusal of what happens too often in a window. `left` says what was not done for it. */
export function tooOften(problem: string, waitMs: number, left: string): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new AppError('rate_limited', `${problem}; try again in ${seconds} seconds. ${left}`, {
    headers: { 'retry-after': String(seconds) },
  });
}
