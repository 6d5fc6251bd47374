import { isLockTimeout } from '@rapport/database';
import { AppError } from '@rapport/kernel';

/** Whether the database could not serve this at all; a tenant that somebody has locked is another matter. */
export function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable' && !isLockTimeout(error);
}
