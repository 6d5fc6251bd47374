import { isLockTimeout, isUnknownToDatabase } from '@rapport/database';
import { AppError } from '@rapport/kernel';

/** Whether the database could not serve this at all; a tenant that is locked, or whose schema is not there, is another matter. */
export function isAway(error: unknown): boolean {
  const isAboutTenant = isLockTimeout(error) || isUnknownToDatabase(error);
  return error instanceof AppError && error.code === 'service_unavailable' && !isAboutTenant;
}
