import { countOf, Failure, WrongUse, type Outcome, type Terminal } from '@rapport/command-line';
import { databaseVariables, readConfig, readDatabasePassword } from '@rapport/config';
import { migrationStatus, RolePassword, type MigrationStatus } from '@rapport/database';
import { asOwner, migrateInstallation, type OwnersAccess } from '@rapport/installation';
import { untracedContext } from '@rapport/kernel';
import { byInstallation } from '@rapport/operators';
import { z } from 'zod';
import { readCredential } from '../operators/named-access.ts';

export async function showStatus(here: Here | undefined, { tenant }: OfTenant): Promise<Outcome> {
  return outcomeOf(await statusOf(here, tenant), statusLines);
}

export async function showPlan(here: Here | undefined, { tenant }: OfTenant): Promise<Outcome> {
  return outcomeOf(await statusOf(here, tenant), ({ database, pending, tenantsBehind }) => [
    ...pending.map((file) => `${database}: ${file}`),
    ...tenantsBehind.map((each) => `${database}: tenant ${each.tenant}`),
  ]);
}

interface OfTenant {
  readonly tenant: string | undefined;
}

interface UpValues extends OfTenant {
  readonly parallel: string;
  readonly 'failed-max': string;
  readonly operator: string | undefined;
  readonly 'credential-file': string | undefined;
}

/** The first operator of an installation comes with its schema, because only operators make others. */
export async function migrateUp(
  here: Here | undefined,
  values: UpValues,
  terminal: Pick<Terminal, 'say'>,
): Promise<Outcome> {
  const { operator: name, 'credential-file': file, tenant } = values;
  if ((name === undefined) !== (file === undefined)) {
    throw new WrongUse('--operator and --credential-file belong together.');
  }
  const parallel = countOf('parallel', values.parallel);
  const failedMax = countOf('failed-max', values['failed-max'], 0);
  if (tenant !== undefined && (await statusOf(here, tenant)).every(({ tenantsBehind: { length } }) => length === 0)) {
    return { document: {}, text: `Tenant ${tenant} is not behind.` };
  }
  const credential = file === undefined ? undefined : await readCredential(file);
  const access = await ownersAccess(here);
  const context = untracedContext();
  const log = (line: string): void => terminal.say(line);
  if (name !== undefined && credential !== undefined) {
    // Services are ready once the cells have their schema, and a caller that waited for that asks as this operator at once.
    await migrateInstallation(context, { ...access, cells: {}, log });
    await asOwner(access, (database) =>
      byInstallation(database, (operators, by) => operators.ensure(by, { name, credential })),
    );
  }
  await migrateInstallation(context, { ...access, tenant: tenantNumber(tenant), parallel, log });
  return outcomeOf(await statusOf(here, tenant), statusLines, failedMax);
}

function statusLines({ database, pending, tenantsBehind }: MigrationStatus): string[] {
  const failed = tenantsBehind.filter(({ failure }) => failure !== null);
  return [
    pending.length + tenantsBehind.length === 0
      ? `${database}: up to date`
      : `${database}: ${pending.length} files to apply, ${tenantsBehind.length} tenants behind`,
    ...failed.map(
      ({ tenant, failure, failedOnUtc }) => `${database}: tenant ${tenant} failed on ${failedOnUtc}: ${failure}`,
    ),
  ];
}

/** The databases with what is behind in each; of the tenants this one alone, where one is meant. */
async function statusOf(here: Here | undefined, tenant: string | undefined): Promise<readonly MigrationStatus[]> {
  const meant = tenantNumber(tenant);
  const databases = await migrationStatus(await ownersAccess(here));
  return databases.map((status) => ({
    ...status,
    tenantsBehind: status.tenantsBehind.filter((each) => meant === undefined || each.tenant === meant),
  }));
}

function tenantNumber(given: string | undefined): number | undefined {
  return given === undefined ? undefined : countOf('tenant', given);
}

function outcomeOf(
  databases: readonly MigrationStatus[],
  linesOf: (status: MigrationStatus) => readonly string[],
  failedMax = 0,
): Outcome {
  const lines = databases.flatMap(linesOf);
  const tenants = databases.flatMap(({ tenantsBehind }) => tenantsBehind);
  const isDone = databases.every(({ pending }) => pending.length === 0) && tenants.length <= failedMax;
  return {
    document: { databases },
    text: lines.length === 0 ? 'Nothing is to be done.' : lines.join('\n'),
    exitCode: isDone ? 0 : 1,
  };
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
