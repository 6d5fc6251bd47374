import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const objectInUse = '55006';

/** Makes an empty database, and returns its URL for the same user. */
export async function createDatabase(administratorUrl: string, name: string): Promise<string> {
  await run(administratorUrl, `create database ${pg.escapeIdentifier(name)}`);
  return databaseUrl(administratorUrl, name);
}

/** Copies a database, and returns the copy's URL for the same user. It waits for connections to the template to end. */
export async function copyDatabase(administratorUrl: string, template: string, name: string): Promise<string> {
  const copy = `create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)} strategy wal_log`;
  const until = performance.now() + 30_000;
  for (;;) {
    try {
      await run(administratorUrl, copy);
      return databaseUrl(administratorUrl, name);
    } catch (error) {
      const busy = error instanceof pg.DatabaseError && error.code === objectInUse;
      if (!busy || performance.now() > until) {
        throw error;
      }
      await delay(50);
    }
  }
}

/** Removes a database if it is there, and ends the connections to it. */
export async function dropDatabase(administratorUrl: string, name: string): Promise<void> {
  await run(administratorUrl, `drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

function databaseUrl(administratorUrl: string, name: string): string {
  const url = new URL(administratorUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
