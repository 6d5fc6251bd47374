import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessIdentity } from '@rapport/local-servers/processes';
import { Failure } from './cli/failure.ts';
import { stateFolder } from './project.ts';

export type PlatformState = 'ready' | 'starting' | 'degraded' | 'stopped';
export type MemberState = PlatformState;

export interface ServiceEntry extends ProcessIdentity {
  readonly name: string;
  readonly instance: number;
  readonly url: string;
  readonly managementUrl: string;
  readonly state: MemberState;
  readonly restarts: number;
}

export interface ServerEntry extends ProcessIdentity {
  readonly name: string;
  readonly url: string;
  readonly state: MemberState;
  readonly restarts: number;
}

/** What `up` leaves for every other word. It holds no secret. */
export interface StateFile {
  readonly state: PlatformState;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly supervisor: ProcessIdentity | null;
  readonly services: readonly ServiceEntry[];
  readonly servers: readonly ServerEntry[];
}

/** What was written last, or nothing when the platform was never up. */
export async function readState(folder: string = stateFolder): Promise<StateFile | undefined> {
  const path = join(folder, 'state.json');
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as StateFile;
  } catch (cause) {
    throw new Failure(`${path} is not what ./rapport up wrote; remove it, and ./rapport up makes it again.`, { cause });
  }
}

/** Writes it whole: a reader sees the old file or the new one. */
export async function writeState(state: StateFile, folder: string = stateFolder): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, 'state.json'), JSON.stringify(state, null, 2), 0o644);
}

/** A file that appears with all its content at once. */
export async function writeWhole(path: string, content: string, mode: number): Promise<void> {
  const unfinished = `${path}.${process.pid}-${(writes += 1)}.new`;
  await writeFile(unfinished, content, { mode });
  await rename(unfinished, path);
}

let writes = 0;
