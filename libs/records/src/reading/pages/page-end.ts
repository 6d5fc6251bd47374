import type { RawRow } from '@rapport/database';

/**
 * The change at which a page stopped looking before the end of its read, or undefined. The next page goes on behind it.
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
