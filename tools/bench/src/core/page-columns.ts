import type { PageStatements } from '@rapport/records/statements';

/**
 * The names of a page's columns. Its statement is a union of the head and the rows, so PostgreSQL names only the
 * columns of the head and calls all others the same: objects made by those names would lack most members.
 */
export function pageColumns({ rowColumns }: PageStatements): string[] {
  return ['watermark', 'client', 'user', 'tooOld', 'epoch', 'definitions', ...rowColumns, 'external_id'];
}

/** Rows as objects, the way pg makes them. */
export function namedRows(rows: readonly unknown[][], columns: readonly string[]): Record<string, unknown>[] {
  const empty = Object.fromEntries(columns.map((name) => [name, null]));
  return rows.map((row) => {
    const object: Record<string, unknown> = { ...empty };
    for (let at = 0; at < columns.length; at += 1) {
      object[columns[at] ?? ''] = row[at];
    }
    return object;
  });
}
