import { AppError } from '@rapport/kernel';

/** The same error with more headers for its answer. */
export function withHeaders(error: AppError, headers: Record<string, string>): AppError {
  return new AppError(error.code, error.message, { headers: { ...error.headers, ...headers }, cause: error });
}
