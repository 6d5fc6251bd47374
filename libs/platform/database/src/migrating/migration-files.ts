import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type MigrationScope = 'control' | 'cell' | 'tenant';

export interface MigrationFile {
  readonly version: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** The migrations of one kind of schema, in order. */
export async function readMigrations(scope: MigrationScope, folder = migrationsFolder): Promise<MigrationFile[]> {
  const names = (await readdir(join(folder, scope))).filter((name) => name.endsWith('.sql')).sort();
  const files = await Promise.all(names.map((name) => readMigration(join(folder, scope), name)));
  files.forEach((file, index) => {
    if (file.version !== index + 1) {
      throw new Error(`${scope}/${file.name} should have the number ${index + 1}`);
    }
  });
  return files;
}

export const databaseFolder = join(import.meta.dirname, '..', '..');

/** The migrations of this program. */
export const migrationsFolder = join(databaseFolder, 'migrations');

async function readMigration(folder: string, name: string): Promise<MigrationFile> {
  const version = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
  if (!version) {
    throw new Error(`${name} is not named like 0001-name.sql`);
  }
  const text = await readFile(join(folder, name), 'utf8');
  return { version: Number(version), name, text, checksum: createHash('sha256').update(text).digest('hex') };
}
