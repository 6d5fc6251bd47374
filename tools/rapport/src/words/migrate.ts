import { databaseVariables, readConfig, readDatabasePassword } from '@rapport/config';
import { migrationStatus, RolePassword, type MigrateOptions, type MigrationStatus } from '@rapport/database';
import { asOwner, migrateInstallation } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { ensureOperator } from '@rapport/operators';
import { z } from 'zod';
import { Failure, WrongUse } from '../cli/failure.ts';
import type { Outcome, Terminal } from '../cli/terminal.ts';
import { readCredential } from '../operators/named-access.ts';
import { cellUrls, controlDatabase, databaseUrl } from '../platform/database-urls.ts';
import { ensureSecrets } from '../platform/secrets.ts';
import { readServerUrls } from '../platform/server-urls.ts';
import { readState } from '../state-file.ts';

export async function showStatus(): Promise<Outcome> {
  return statusOutcome(({ database, pending, tenantsBehind }) => [
    isCurrent({ database, pending, tenantsBehind })
      ? `${database}: up to date`
      : `${database}: ${pending.length} files to apply, ${tenantsBehind.length} tenants behind`,
  ]);
}

export async function showPlan(): Promise<Outcome> {
  return statusOutcome(({ database, pending, tenantsBehind }) => [
    ...pending.map((file) => `${database}: ${file}`),
    ...tenantsBehind.map((tenant) => `${database}: tenant ${tenant}`),
  ]);
}

/** The first operator of an installation comes with its schema, because only operators make others. */
export async function migrateUp(
  { operator: name, 'credential-file': file }: { operator: string | undefined; 'credential-file': string | undefined },
  terminal: Terminal,
): Promise<Outcome> {
  if ((name === undefined) !== (file === undefined)) {
    throw new WrongUse('--operator and --credential-file belong together.');
  }
  const credential = file === undefined ? undefined : await readCredential(file);
  const access = await ownersAccess();
  const context = untracedContext();
  const log = (line: string): void => terminal.say(line);
  if (name !== undefined && credential !== undefined) {
    // Services are ready once the cells have their schema, and a caller that waited for that asks as this operator at once.
    await migrateInstallation(context, { ...access, cells: {}, log });
    await asOwner(access, (database) => ensureOperator(context, database, { name, credential }));
  }
  await migrateInstallation(context, { ...access, log });
  return { document: {}, text: 'The databases have the newest schema.' };
}

async function statusOutcome(linesOf: (status: MigrationStatus) => readonly string[]): Promise<Outcome> {
  const databases = await migrationStatus(await ownersAccess());
  const lines = databases.flatMap(linesOf);
  return {
    document: { databases },
    text: lines.length === 0 ? 'Nothing is to be done.' : lines.join('\n'),
    exitCode: databases.every(isCurrent) ? 0 : 1,
  };
}

function isCurrent({ pending, tenantsBehind }: MigrationStatus): boolean {
  return pending.length === 0 && tenantsBehind.length === 0;
}

/** The databases that the variables of a service name, else those of this folder's platform, both as their owner. */
export async function ownersAccess(): Promise<Pick<MigrateOptions, 'controlUrl' | 'cells' | 'password'>> {
  const { CONTROL_DATABASE_URL: value, CONTROL_DATABASE_URL_FILE: file } = process.env;
  if (value !== undefined || file !== undefined) {
    const settings = readConfig(z.object(databaseVariables));
    const { CONTROL_DATABASE_URL: controlUrl, CELL_DATABASE_URLS: cells } = settings;
    return { controlUrl, cells, password: new RolePassword(readDatabasePassword) };
  }
  const state = await readState();
  if (state === undefined || state.state === 'stopped') {
    throw new Failure('The platform is not up; run ./rapport up, or set CONTROL_DATABASE_URL and CELL_DATABASE_URLS.');
  }
  const administratorUrl = (await readServerUrls(state.dataDir))['postgres'] ?? '';
  const access = { administratorUrl, passwords: await ensureSecrets(state.dataDir) };
  return {
    controlUrl: databaseUrl(access, 'rapport_owner', controlDatabase),
    cells: cellUrls(access, 'rapport_owner'),
  };
}
