import type { RawRow } from '@rapport/database';
import { headColumns } from './page-head.ts';
import type { PageStatements } from './page-statements.ts';

/** The column of the end stands behind the head, the columns of the row, and the caller's external id. */
export function endColumnOf({ rowColumns }: Pick<PageStatements, 'rowColumns'>): number {
  return headColumns + rowColumns.length + 1;
}

/**
 * The change at which a page stopped scanning before the end of its read, or undefined. The next page goes on behind it.
 * The column has a value in that row alone. It says whether the caller may see the change; otherwise the row is
 * dropped.
 */
export function splitEnd(rows: RawRow[], column: number): RawRow | undefined {
  const last = rows.at(-1);
  const isShown = last?.[column] ?? null;
  if (isShown === null) {
    return undefined;
  }
  if (isShown === 'f') {
    rows.pop();
  }
  return last;
}
