import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { boundToStarter } from '../processes/bound-to-starter.ts';

/** The path of a program in the folders in which systems keep programs. */
export async function findProgram(name: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin', '/usr/sbin'];
  for (const folder of folders) {
    const path = join(folder, name);
    const executable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) {
      return path;
    }
  }
  return undefined;
}

/** Whether this process may install packages of the system without asking a person. */
export async function canInstallPackages(): Promise<boolean> {
  return process.getuid?.() === 0 && (await findProgram('apt-get')) !== undefined;
}

/** Installs packages of the system. The error names the step that failed. */
export async function installPackages(packages: readonly string[]): Promise<void> {
  await aptGet(['update']);
  await aptGet(['install', '--yes', '--no-install-recommends', ...packages]);
}

async function aptGet(words: readonly string[]): Promise<void> {
  // Run level 1 keeps a package from starting a server of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const [command, ...rest] = boundToStarter('TERM', ['apt-get', '-o', 'DPkg::Lock::Timeout=120', ...words]);
  try {
    await promisify(execFile)(command, rest, { env, maxBuffer: 50_000_000 });
  } catch (cause) {
    throw new Error(`apt-get ${words[0]} failed`, { cause });
  }
}
