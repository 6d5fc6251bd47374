import { randomBytes } from 'node:crypto';
import { Database, migrate, prepareDatabases } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { ensureOperator } from '@rapport/operators';
import { ensureCells } from '@rapport/tenants';
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
  await migrate({ controlUrl, cells, log: say });
  const database = new Database({ controlUrl, cells, applicationName: 'rapport up' });
  try {
    const context = newContext();
    await ensureCells(context, database.control, Object.keys(cells));
    await ensureOperator(context, database.control, { name: 'up', credential: operatorCredential });
  } finally {
    await database.close();
  }
}

function newContext(): CallContext {
  const traceId = randomBytes(16).toString('hex');
  return { trace: { traceId, traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-00` } };
}
