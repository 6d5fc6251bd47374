import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, type Outcome } from '@rapport/command-line';
import { databaseVariables, readConfig } from '@rapport/config';
import { preparationScript, prepareDatabases, type ServerDatabases } from '@rapport/database';
import { databaseRoles, type DatabaseRole } from '@rapport/database/roles';
import { passwordName } from '@rapport/installation';
import { z } from 'zod';

const { CONTROL_DATABASE_URL, CELL_DATABASE_URLS } = databaseVariables;

const printed = z.object({ CONTROL_DATABASE_URL, CELL_DATABASE_URLS });

const config = printed.extend({
  ADMINISTRATOR_NAME: z.string().default('postgres').describe('the role that may make roles and databases'),
  ADMINISTRATOR_PASSWORD: z.string().describe('its password'),
  ADMINISTRATOR_DATABASE: z.string().default('postgres').describe('a database to which it connects'),
  SECRETS_FOLDER: z.string().describe('folder with the passwords of the roles, each in a file'),
});

/** On each server: the roles with their passwords, and the databases that are named on it. */
export async function prepare(isPrinted: boolean): Promise<Outcome> {
  const { CONTROL_DATABASE_URL: controlUrl, CELL_DATABASE_URLS: cells } = readConfig(printed);
  const servers = serversOf(controlUrl, cells);
  if (isPrinted) {
    const text = [...servers].map(([host, databases]) => `-- On ${host}:\n${preparationScript(databases)}`).join('\n');
    return { document: { sql: text }, text };
  }
  const settings = readConfig(config);
  const passwords = await readPasswords(settings.SECRETS_FOLDER);
  for (const [host, databases] of servers) {
    const administratorUrl = Object.assign(new URL(controlUrl), {
      host,
      username: encodeURIComponent(settings.ADMINISTRATOR_NAME),
      password: encodeURIComponent(settings.ADMINISTRATOR_PASSWORD),
      pathname: settings.ADMINISTRATOR_DATABASE,
    }).href;
    await prepareDatabases({ administratorUrl, passwords, waitMs, ...databases }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Failure(
        `${host} could not be prepared as ${settings.ADMINISTRATOR_NAME}: ${reason}. The role needs CREATEROLE and CREATEDB; ` +
          'rapport prepare --print writes the SQL for another one.',
        { cause: error },
      );
    });
  }
  return { document: {}, text: `${[...servers.keys()].join(', ')}: roles and databases are there.` };
}

/** An installation starts its own server at the same time. A Job that fails is tried again after longer and longer pauses. */
const waitMs = 60_000;

/** The databases on each server, by host and port. */
function serversOf(controlUrl: string, cells: Readonly<Record<string, string>>): Map<string, ServerDatabases> {
  const servers = new Map<string, ServerDatabases>([[hostOf(controlUrl), { control: nameOf(controlUrl), cells: [] }]]);
  for (const url of Object.values(cells)) {
    const known = servers.get(hostOf(url)) ?? { cells: [] };
    servers.set(hostOf(url), { ...known, cells: [...known.cells, nameOf(url)] });
  }
  return servers;
}

function hostOf(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port || '5432'}`;
}

function nameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

async function readPasswords(folder: string): Promise<Record<DatabaseRole, string>> {
  const read = databaseRoles.map(async (role) => {
    const file = join(folder, passwordName(role));
    const text = await readFile(file, 'utf8').catch(() => {
      throw new Failure(`The file ${file} with the password of ${role} cannot be read.`);
    });
    return [role, text.trim()] as const;
  });
  // Object.fromEntries forgets that the keys are the roles.
  return Object.fromEntries(await Promise.all(read)) as Record<DatabaseRole, string>;
}
