import { prepareDatabases } from '@rapport/database';
import { asOwner, migrateInstallation } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { ensureOperator } from '@rapport/operators';
import { cellUrls, controlDatabase, cellDatabases, databaseUrl, type DatabaseAccess } from './database-urls.ts';

export interface Preparation extends DatabaseAccess {
  readonly operatorCredential: string;
  readonly say: (line: string) => void;
}

/** Brings databases to the newest schema, and registers the cells and the operator. Quick where nothing is to do. */
export async function preparePlatform(preparation: Preparation): Promise<void> {
  const { administratorUrl, passwords, operatorCredential, say } = preparation;
  await prepareDatabases({
    administratorUrl,
    control: controlDatabase,
    cells: Object.values(cellDatabases),
    passwords,
  });
  const controlUrl = databaseUrl(preparation, 'rapport_owner', controlDatabase);
  const cells = cellUrls(preparation, 'rapport_owner');
  const context = untracedContext();
  await migrateInstallation(context, { controlUrl, cells, log: say });
  await asOwner({ controlUrl, cells }, (database) =>
    ensureOperator(context, database, { name: 'up', credential: operatorCredential }),
  );
}
