import type { DatabaseRole } from '@rapport/database/roles';

export interface DatabaseAccess {
  readonly administratorUrl: string;
  readonly passwords: Readonly<Record<DatabaseRole, string>>;
}

export const controlDatabase = 'rapport_control';

/** The database of each cell, by the cell's name. */
export const cellDatabases: Readonly<Record<string, string>> = { 'cell-1': 'rapport_cell_1' };

/** The address of a database for one of our roles. */
export function databaseUrl(
  { administratorUrl, passwords }: DatabaseAccess,
  role: DatabaseRole,
  database: string,
): string {
  const url = new URL(administratorUrl);
  url.username = role;
  url.password = passwords[role];
  url.pathname = `/${database}`;
  return url.href;
}

/** The addresses of the cells for one of our roles, by the names of the cells. */
export function cellUrls(access: DatabaseAccess, role: DatabaseRole): Record<string, string> {
  return Object.fromEntries(
    Object.entries(cellDatabases).map(([name, database]) => [name, databaseUrl(access, role, database)]),
  );
}
