import { hash } from 'node:crypto';
import { AppError, isUuid, utcDateTime } from '@rapport/kernel';

/** The last entry of a page. */
export interface AuditPosition {
  readonly at: string;
  readonly id: string;
}

/**
 * A position as a text that callers pass on unread. It is bound to the filters of its list. A caller who makes one of
 * its own gets nothing but another page of what it may read anyway, so it bears no signature.
 */
export function encodeCursor({ at, id }: AuditPosition, filters: readonly unknown[]): string {
  return Buffer.from(JSON.stringify([digestOf(filters), at, id])).toString('base64url');
}

export function decodeCursor(cursor: string, filters: readonly unknown[]): AuditPosition {
  const [digest, at, id] = valuesIn(cursor);
  if (
    digest !== digestOf(filters) ||
    typeof at !== 'string' ||
    typeof id !== 'string' ||
    utcDateTime(at) !== at ||
    !isUuid(id)
  ) {
    throw new AppError(
      'invalid_cursor',
      'The cursor is not one that a list with these filters was given. Begin again without a cursor.',
    );
  }
  return { at, id };
}

function valuesIn(cursor: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

function digestOf(filters: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(filters), 'base64url').slice(0, 12);
}
