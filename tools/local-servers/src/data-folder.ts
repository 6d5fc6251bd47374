import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  identify,
  isAlive,
  processesWorkingIn,
  stopProcess,
  type ProcessIdentity,
  type StopStep,
} from './processes/process-identity.ts';
import type { ServersWay } from './servers-way.ts';

/**
 * Makes this process the owner of a server's data folder. It refuses the folder while another owner lives, so that two
 * servers never work in the same folder, and a folder whose data was made the other way, because its files belong to
 * another user.
 */
export async function claimDataFolder(folder: string, way: ServersWay = 'processes'): Promise<void> {
  // Only this folder is closed to other users: a server that runs as another user must pass the folders above.
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  const owner = await readOwner(folder);
  if (owner !== undefined && owner.pid !== process.pid && isAlive(owner)) {
    throw new Error(`The data folder ${folder} is in use by process ${owner.pid}.`);
  }
  const kept = (await readFile(join(folder, 'way'), 'utf8').catch(() => undefined))?.trim();
  if (kept !== undefined && kept !== way) {
    throw new Error(
      `${folder} holds the data of a server that ran ${inWay[kept as ServersWay]}: start with RAPPORT_SERVERS=${kept}, or with another data folder.`,
    );
  }
  await writeAtomically(join(folder, 'way'), way);
  await writeAtomically(join(folder, 'owner.json'), JSON.stringify(identify(process.pid)));
}

const inWay: Readonly<Record<ServersWay, string>> = { processes: 'as a process', containers: 'in a container' };

export async function releaseDataFolder(folder: string): Promise<void> {
  await rm(join(folder, 'owner.json'), { force: true });
}

/** Stops every process of that program that works in the folder. */
export async function stopLeftovers(folder: string, program: string, steps: readonly StopStep[]): Promise<void> {
  for (const leftover of await processesWorkingIn(folder, program)) {
    await stopProcess(leftover, steps);
  }
}

/** The password in the folder, which its owner alone can read. It is made at the first use. */
export async function keptPassword(folder: string): Promise<string> {
  const path = join(folder, 'password');
  const kept = await readFile(path, 'utf8').catch(() => undefined);
  if (kept !== undefined) {
    return kept.trim();
  }
  const password = randomBytes(24).toString('base64url');
  await writeAtomically(path, password);
  return password;
}

/** A reader sees the old content or the new content, never a part of it. */
export async function writeAtomically(path: string, content: string): Promise<void> {
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, content, { mode: 0o600 });
  await rename(unfinished, path);
}

async function readOwner(folder: string): Promise<ProcessIdentity | undefined> {
  const path = join(folder, 'owner.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return undefined;
  }
  const owner = parseOwner(text);
  if (owner === undefined) {
    throw new Error(`${path} does not say which process works there; remove it if none does.`);
  }
  return owner;
}

function parseOwner(text: string): ProcessIdentity | undefined {
  try {
    const owner: unknown = JSON.parse(text);
    const isOurs = typeof owner === 'object' && owner !== null && 'pid' in owner && 'startTime' in owner;
    return isOurs ? (owner as ProcessIdentity) : undefined; // Only `claimDataFolder` writes it.
  } catch {
    return undefined;
  }
}
