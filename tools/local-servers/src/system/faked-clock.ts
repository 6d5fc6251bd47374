import { chmod, glob, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
      // It allocates memory to read the file. If it did so for each question, a signal that asks for the time while the
      // server allocates some would destroy the heap sooner or later, so it reads once in a second.
      FAKETIME_CACHE_DURATION: '0',
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
    await clock.#write(0);
    return clock;
  }

  /** Sets the clock so many seconds ahead of the true time, or behind it. Every server has it at the end. */
  async set(seconds: number): Promise<void> {
    await this.#write(seconds);
    await delay(readAgainMs);
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #write(seconds: number): Promise<void> {
    const file = join(this.#folder, 'difference');
    await writeFile(`${file}.next`, `${seconds < 0 ? '' : '+'}${seconds}s\n`, { mode: 0o644 });
    await rename(`${file}.next`, file);
  }
}

/** A server reads the difference in the first question of each second. */
const readAgainMs = 1_050;

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
