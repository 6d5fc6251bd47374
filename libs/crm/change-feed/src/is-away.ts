import { isLockTimeout, isUnknownToDatabase } from '@rapport/database';
import { AppError } from '@rapport/kernel';

/** Whether the database could not serve the call at all; a locked tenant or a missing schema is not such a failure. */
export function isAway(error: unknown): boolean {
  const isAboutTenant = isLockTimeout(error) || isUnknownToDatabase(error);
  return error instanceof AppError && error.code === 'service_unavailable' && !isAboutTenant;
}
