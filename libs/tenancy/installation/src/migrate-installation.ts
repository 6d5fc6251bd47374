import { Database, migrate, type DatabaseOptions, type MigrateOptions } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { ensureCells } from '@rapport/tenants';

/** The databases, with the key of their owner. */
export type OwnersAccess = Pick<MigrateOptions, 'controlUrl' | 'cells' | 'password'>;

/** Brings databases to the newest schema, and registers the cells. Quick where nothing is to do. */
export async function migrateInstallation(context: CallContext, options: MigrateOptions): Promise<void> {
  await migrate(options);
  await asOwner(options, (database) => ensureCells(context, database.control, Object.keys(options.cells)));
}

/** Does some work in databases to which their owner has the key. A statement may take as long as one of a service, unless it may take longer. */
export async function asOwner<T>(
  { controlUrl, cells, password }: OwnersAccess,
  work: (database: Database) => Promise<T>,
  times: DatabaseOptions['times'] = {},
): Promise<T> {
  const database = new Database({ controlUrl, cells, password, applicationName: 'rapport', times });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
