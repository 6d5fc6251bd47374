import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '@rapport/command-line';
import type { ServersWay } from '@rapport/local-servers';
import type { ProcessIdentity } from '@rapport/local-servers/processes';
import type { Runner } from '@rapport/local-servers/runner';
import { stateFolder } from './project.ts';

export type PlatformState = 'ready' | 'starting' | 'degraded' | 'stopped';
export type MemberState = PlatformState;

export interface ServiceEntry extends Runner {
  readonly name: string;
  readonly instance: number;
  readonly url: string;
  readonly managementUrl: string;
  readonly state: MemberState;
  readonly restarts: number;
}

export interface ServerEntry extends Runner {
  readonly name: string;
  readonly url: string;
  readonly state: MemberState;
  readonly restarts: number;
}

/** The state that `up` writes for every other word. It holds no secret. */
export interface StateFile {
  readonly state: PlatformState;
  readonly baseUrl: string;
  readonly dataDir: string;
  /** The SMTP server that gets all mails; without one they go into a folder. */
  readonly mailUrl?: string;
  /** The way of its servers. */
  readonly serversAre: ServersWay;
  readonly supervisor: ProcessIdentity | null;
  readonly services: readonly ServiceEntry[];
  readonly servers: readonly ServerEntry[];
}

/** The state that was written last; undefined when the platform was never up. */
export async function readState(folder: string = stateFolder): Promise<StateFile | undefined> {
  return readWhole<StateFile>(join(folder, 'state.json'));
}

/** Writes the state whole: a reader sees the old file or the new one. */
export async function writeState(state: StateFile, folder: string = stateFolder): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeWhole(join(folder, 'state.json'), JSON.stringify(state, null, 2), 0o644);
}

/** The object that `up` wrote there; undefined where no such file is. A damaged file is a failure that names it. */
export async function readWhole<T extends object>(path: string): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    return undefined;
  }
  try {
    const content: unknown = JSON.parse(text);
    // Only `up` writes these files, and it writes objects.
    if (typeof content === 'object' && content !== null) {
      return content as T;
    }
  } catch {
    // The sentence below says it.
  }
  throw new Failure(`${path} is not what ./rapport up wrote; remove it, and ./rapport up makes it again.`);
}

/** Writes a file so that it appears with all its content at once. */
export async function writeWhole(path: string, content: string, mode: number): Promise<void> {
  const unfinished = `${path}.${process.pid}-${(writes += 1)}.new`;
  await writeFile(unfinished, content, { mode });
  await rename(unfinished, path);
}

let writes = 0;
