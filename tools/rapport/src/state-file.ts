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
  return readWhole<StateFile>(join(folder, 'state.json'));
}

/** Writes it whole: a reader sees the old file or the new one. */
export async function writeState(state: StateFile, folder: string = stateFolder): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, 'state.json'), JSON.stringify(state, null, 2), 0o644);
}

/** What `up` wrote there, or nothing where there is no such file. One that was cut short or changed is told of by its name. */
export async function readWhole<T extends object>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return undefined;
  }
  try {
    const content: unknown = JSON.parse(text);
    // Nothing but `up` writes these files, and it writes objects.
    if (typeof content === 'object' && content !== null) {
      return content as T;
    }
  } catch {
    // The sentence below tells it.
  }
  throw new Failure(`${path} is not what ./rapport up wrote; remove it, and ./rapport up makes it again.`);
}

/** A file that appears with all its content at once. */
export async function writeWhole(path: string, content: string, mode: number): Promise<void> {
  const unfinished = `${path}.${process.pid}-${(writes += 1)}.new`;
  await writeFile(unfinished, content, { mode });
  await rename(unfinished, path);
}

let writes = 0;
