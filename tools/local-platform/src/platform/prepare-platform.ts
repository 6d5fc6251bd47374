import { prepareDatabases, type Database } from '@rapport/database';
import { asOwner, migrateInstallation } from '@rapport/installation';
import { AppError, newId, untracedContext } from '@rapport/kernel';
import { byInstallation } from '@rapport/operators';
import { cellUrls, controlUrl, databasesOf, type DatabaseAccess } from './database-urls.ts';

export interface Preparation extends DatabaseAccess {
  readonly operatorCredential: string;
  readonly say: (line: string) => void;
}

/** Brings databases to the newest schema, and registers the cells and the operator. Quick where nothing is to do. */
export async function preparePlatform(preparation: Preparation): Promise<void> {
  const { passwords, operatorCredential, say } = preparation;
  for (const server of databasesOf(preparation)) {
    await prepareDatabases({ ...server, passwords });
  }
  const role = 'rapport_owner';
  const owners = { controlUrl: controlUrl(preparation, role), cells: cellUrls(preparation, role) };
  await migrateInstallation(untracedContext(), { ...owners, log: say });
  await asOwner(owners, (database) => ensureOperatorOfUp(database, operatorCredential));
}

/** Makes the credential of a data folder good. A name is given once, so where the folder lost the former one its operator has another name. */
export async function ensureOperatorOfUp(database: Database, credential: string): Promise<void> {
  await byInstallation(database, async (operators, by) => {
    try {
      await operators.ensure(by, { name: 'up', credential });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'name_conflict')) {
        throw error;
      }
      await operators.ensure(by, { name: `up ${newId()}`, credential });
    }
  });
}
