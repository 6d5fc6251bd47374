import { chmod, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '@rapport/command-line';
import { logsFolder } from './logs.ts';
import { holdsOurSecrets, secretsFolder } from './secrets.ts';

/** The entries of `up` in a data folder. Other files in it stay. */
const ours = [
  'redis',
  'kafka',
  'edge',
  'secrets',
  'logs',
  'mail',
  'operator.json',
  'demo.json',
  'ports.json',
  'sample.json',
  'team.json',
];

/** The folder of each server of PostgreSQL. */
const ofPostgres = /^postgres(-\d+)?$/;

/** The number of cells of a platform that is to have so many, as many as its data has unless it is given. */
export async function cellsWith(dataDir: string, wanted?: number): Promise<number> {
  const kept = (await entriesOf(dataDir)).filter((name) => ofPostgres.test(name)).length;
  if (wanted !== undefined && wanted < kept) {
    throw new Failure(`${dataDir} has ${kept} cells, and a cell with its tenants cannot be left out.`);
  }
  return wanted ?? Math.max(kept, 1);
}

/** Makes the folder, or says in one sentence why it cannot. */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await openOrRefuse(dataDir);
  } catch (error) {
    if (error instanceof Failure) {
      throw error;
    }
    throw new Failure(`${dataDir} cannot hold data (${codeOf(error)}); name another folder with --data.`, {
      cause: error,
    });
  }
}

export async function removeData(dataDir: string): Promise<void> {
  const there = await ourEntries(dataDir);
  await Promise.all(there.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
  const rest = await readdir(dataDir).catch(() => undefined);
  if (rest?.length === 0) {
    await rmdir(dataDir);
  }
}

/** Makes the folder, or takes over one without foreign files under our names, because a reset removes those. */
async function openOrRefuse(dataDir: string): Promise<void> {
  const taken = await ourEntries(dataDir);
  if (taken.length > 0 && !(await holdsOurSecrets(dataDir))) {
    throw new Failure(
      `${dataDir} holds ${taken.join(', ')}, which Rapport did not make; name another folder with --data.`,
    );
  }
  const isNew = await makeFolder(dataDir);
  await makeFolder(secretsFolder(dataDir), 0o700);
  await makeFolder(logsFolder(dataDir), 0o700);
  // Other users cannot list a new folder, but a server of theirs passes through. An existing folder keeps its rights.
  await chmod(dataDir, isNew ? 0o711 : (await stat(dataDir)).mode | 0o111);
}

/**
 * Whether the folder is new. It is made level by level, because Node's recursive mkdir tries for ever where the parent
 * exists and no folder can be made in it, as below /proc.
 */
async function makeFolder(path: string, mode?: number): Promise<boolean> {
  const parent = dirname(path);
  if (parent !== path && !(await isFolder(parent))) {
    await makeFolder(parent);
  }
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    if (await isFolder(path)) {
      return false;
    }
    throw error;
  }
}

async function ourEntries(dataDir: string): Promise<string[]> {
  return (await entriesOf(dataDir)).filter((name) => ours.includes(name) || ofPostgres.test(name));
}

async function entriesOf(dataDir: string): Promise<string[]> {
  return readdir(dataDir).catch(() => []);
}

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
