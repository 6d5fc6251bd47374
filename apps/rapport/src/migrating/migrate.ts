import { Failure, WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { databaseVariables, readConfig, readDatabasePassword } from '@rapport/config';
import { migrationStatus, RolePassword, type MigrationStatus } from '@rapport/database';
import { asOwner, migrateInstallation, type OwnersAccess } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { ensureOperator } from '@rapport/operators';
import { z } from 'zod';
import { readCredential } from '../operators/named-access.ts';

export async function showStatus(here: Here | undefined): Promise<Outcome> {
  return statusOutcome(here, ({ database, pending, tenantsBehind }) => [
    isCurrent({ database, pending, tenantsBehind })
      ? `${database}: up to date`
      : `${database}: ${pending.length} files to apply, ${tenantsBehind.length} tenants behind`,
  ]);
}

export async function showPlan(here: Here | undefined): Promise<Outcome> {
  return statusOutcome(here, ({ database, pending, tenantsBehind }) => [
    ...pending.map((file) => `${database}: ${file}`),
    ...tenantsBehind.map((tenant) => `${database}: tenant ${tenant}`),
  ]);
}

/** The first operator of an installation comes with its schema, because only operators make others. */
export async function migrateUp(
  here: Here | undefined,
  { operator: name, 'credential-file': file }: { operator: string | undefined; 'credential-file': string | undefined },
  terminal: Terminal,
): Promise<Outcome> {
  if ((name === undefined) !== (file === undefined)) {
    throw new WrongUse('--operator and --credential-file belong together.');
  }
  const credential = file === undefined ? undefined : await readCredential(file);
  const access = await ownersAccess(here);
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

async function statusOutcome(
  here: Here | undefined,
  linesOf: (status: MigrationStatus) => readonly string[],
): Promise<Outcome> {
  const databases = await migrationStatus(await ownersAccess(here));
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

/** Gives access to the databases of the platform that is here, where one is. */
export type Here = () => Promise<OwnersAccess>;

/** The databases that the variables of a service name, else those that `here` gives access to, both as their owner. */
export async function ownersAccess(here: Here = notHere): Promise<OwnersAccess> {
  const { CONTROL_DATABASE_URL: value, CONTROL_DATABASE_URL_FILE: file } = process.env;
  if (value === undefined && file === undefined) {
    return here();
  }
  const { CONTROL_DATABASE_URL: controlUrl, CELL_DATABASE_URLS: cells } = readConfig(z.object(databaseVariables));
  return { controlUrl, cells, password: new RolePassword(readDatabasePassword) };
}

async function notHere(): Promise<OwnersAccess> {
  throw new Failure('Set CONTROL_DATABASE_URL and CELL_DATABASE_URLS.');
}
