import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const missing =
  'Redis is not installed: install the package redis-server with the package manager of your system, for example with `sudo apt-get install redis-server`.';

/** The path of redis-server; installed from the system's packages when it is missing and this is root. */
export async function redisProgram(say: (line: string) => void = () => undefined): Promise<string> {
  const found = await find('redis-server');
  if (found !== undefined) return found;
  const aptGet = await find('apt-get');
  if (process.getuid?.() !== 0 || aptGet === undefined) throw new Error(missing);
  say('Redis is not installed; installing redis-server from the packages of the system');
  await aptGetRun(aptGet, ['update']);
  await aptGetRun(aptGet, ['install', '--yes', '--no-install-recommends', 'redis-server']);
  const installed = await find('redis-server');
  if (installed === undefined) throw new Error(missing);
  return installed;
}

async function aptGetRun(aptGet: string, words: readonly string[]): Promise<void> {
  // Run level 1 keeps the package from starting a Redis of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  try {
    await promisify(execFile)(aptGet, ['-o', 'DPkg::Lock::Timeout=120', ...words], { env });
  } catch (cause) {
    throw new Error(`Redis cannot be installed: apt-get ${words[0]} failed. ${missing}`, { cause });
  }
}

async function find(program: string): Promise<string | undefined> {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/bin', '/usr/bin', '/usr/sbin'];
  for (const folder of folders) {
    const path = join(folder, program);
    const executable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return path;
  }
  return undefined;
}
