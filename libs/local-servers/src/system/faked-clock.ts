import { chmod, glob, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canInstallPackages, installPackages } from './system-packages.ts';

/** A wall clock that can be set while a server runs on it: libfaketime reads the difference from a file. */
export class FakedClock {
  readonly environment: Readonly<Record<string, string>>;
  /** For Redis. Its allocator asks for the time too early for libfaketime, so that of the C library takes its place. */
  readonly redisEnvironment: Readonly<Record<string, string>>;
  readonly #folder: string;

  private constructor(library: string, folder: string) {
    this.#folder = folder;
    this.environment = {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: join(folder, 'difference'),
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DISABLE_SHM: '1',
    };
    this.redisEnvironment = { ...this.environment, LD_PRELOAD: `${library}:libc_malloc_debug.so.0` };
  }

  /** A clock, or undefined where libfaketime is not installed and cannot be. */
  static async make(): Promise<FakedClock | undefined> {
    const library = (await libraryPath()) ?? (await install());
    if (library === undefined) {
      return undefined;
    }
    const folder = await mkdtemp(join(tmpdir(), 'rapport-clock-'));
    // The server may run as another user.
    await chmod(folder, 0o755);
    const clock = new FakedClock(library, folder);
    await clock.set(0);
    return clock;
  }

  /** Sets the clock so many seconds ahead of the true time, or behind it. */
  async set(seconds: number): Promise<void> {
    const file = join(this.#folder, 'difference');
    await writeFile(file, `${seconds < 0 ? '' : '+'}${seconds}s\n`, { mode: 0o644 });
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function libraryPath(): Promise<string | undefined> {
  for await (const path of glob('/usr/lib{,64}/{,*/}faketime/libfaketime.so.1')) {
    return path;
  }
  return undefined;
}

async function install(): Promise<string | undefined> {
  if (await canInstallPackages()) {
    await installPackages(['libfaketime']).catch(() => undefined);
  }
  return libraryPath();
}
