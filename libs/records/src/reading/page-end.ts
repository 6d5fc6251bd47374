import type { RawRow } from '@rapport/database';

/**
 * The change at which a page stopped looking before it came to the end of its read, which goes on behind it. The column
 * says so in that row alone, and whether the caller may see the change: if not, the row is none of the page.
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
