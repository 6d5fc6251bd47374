import { isUnknownToDatabase } from '@rapport/database';

/** PostgreSQL's own error about a missing schema, for operators; callers get less. */
export function saidByDatabase(error: unknown): unknown {
  return isUnknownToDatabase(error) && error instanceof Error && error.cause ? error.cause : error;
}
