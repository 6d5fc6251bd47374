import { chmod, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '@rapport/command-line';
import { logsFolder } from './logs.ts';
import { holdsOurSecrets, secretsFolder } from './secrets.ts';

/** The entries of `up` in a data folder. Other files in it stay. */
const ours = [
  'postgres',
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
];

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
  await Promise.all(ours.map((name) => rm(join(dataDir, name), { recursive: true, force: true })));
  const rest = await readdir(dataDir).catch(() => undefined);
  if (rest?.length === 0) {
    await rmdir(dataDir);
  }
}

/** Makes the folder, or takes over one without foreign files under our names, because a reset removes those. */
async function openOrRefuse(dataDir: string): Promise<void> {
  const there: string[] = await readdir(dataDir).catch(() => []);
  const taken = ours.filter((name) => there.includes(name));
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

function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
