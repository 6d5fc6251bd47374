import type { DatabaseRole } from '@rapport/database/roles';
import type { ServerDatabases } from '@rapport/database';

export interface DatabaseAccess {
  /** The administrator's address of each server of PostgreSQL: a cell is on each, and control on the first. */
  readonly administratorUrls: readonly string[];
  readonly passwords: Readonly<Record<DatabaseRole, string>>;
}

/** The databases of each server. */
export function databasesOf({ administratorUrls }: DatabaseAccess): (ServerDatabases & { administratorUrl: string })[] {
  return administratorUrls.map((administratorUrl, index) => ({
    administratorUrl,
    cells: [cellDatabase(index)],
    ...(index === 0 && { control: controlDatabase }),
  }));
}

/** The address of control for one of our roles. */
export function controlUrl({ administratorUrls: [first = ''], passwords }: DatabaseAccess, role: DatabaseRole): string {
  return databaseUrl(first, role, passwords[role], controlDatabase);
}

/** The addresses of the cells for one of our roles, by the names of the cells. */
export function cellUrls({ administratorUrls, passwords }: DatabaseAccess, role: DatabaseRole): Record<string, string> {
  return Object.fromEntries(
    administratorUrls.map((server, index) => [
      `cell-${index + 1}`,
      databaseUrl(server, role, passwords[role], cellDatabase(index)),
    ]),
  );
}

const controlDatabase = 'rapport_control';

function cellDatabase(index: number): string {
  return `rapport_cell_${index + 1}`;
}

function databaseUrl(server: string, role: DatabaseRole, password: string, database: string): string {
  const url = new URL(server);
  url.username = role;
  url.password = password;
  url.pathname = `/${database}`;
  return url.href;
}
