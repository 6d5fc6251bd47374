import { AppError, type ErrorCode } from '@rapport/kernel';

/** The refusal that a piece of work ends in; anything else fails the test. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (failure: unknown) => failure,
  );
  if (!(error instanceof AppError)) {
    throw error;
  }
  return error;
}

export async function codeOf(work: Promise<unknown>): Promise<ErrorCode> {
  return (await refusalOf(work)).code;
}
