import { isUnknownToDatabase } from '@rapport/database';

/** What PostgreSQL says of a schema that is not there, for operators; callers are told less. */
export function saidByDatabase(error: unknown): unknown {
  return isUnknownToDatabase(error) && error instanceof Error && error.cause ? error.cause : error;
}
