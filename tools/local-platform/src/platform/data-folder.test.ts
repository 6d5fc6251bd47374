import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataFolder, removeData } from './data-folder.ts';
import { ensureSecrets } from './secrets.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport data '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a folder that holds foreign files under our names is refused, so that no reset removes them', async () => {
  await mkdir(join(folder, 'logs'));
  await writeFile(join(folder, 'logs', 'theirs.txt'), 'theirs');
  await expect(openDataFolder(folder)).rejects.toThrow('holds logs, which Rapport did not make');
  expect(await readdir(folder)).toEqual(['logs']);
});

test('a place where no folder can be made is refused in one sentence that says so', async () => {
  const unusable = '/proc/x';
  await expect(openDataFolder(unusable)).rejects.toThrow(/^\/proc\/x cannot hold data \(\w+\); name another folder/);
  const file = join(folder, 'a file');
  await writeFile(file, 'theirs');
  await expect(openDataFolder(file)).rejects.toThrow('a file cannot hold data (');
});

test('our own folder is opened again, even when its first start broke off', async () => {
  await openDataFolder(folder);
  await openDataFolder(folder);
  await ensureSecrets(folder);
  await openDataFolder(folder);
  expect((await readdir(folder)).sort()).toEqual(['logs', 'secrets']);
});

test('other users can pass through a new folder and cannot list it; an existing folder keeps its permissions', async () => {
  const made = join(folder, 'a', 'b');
  await openDataFolder(made);
  expect((await stat(made)).mode & 0o7777).toBe(0o711);
  await chmod(folder, 0o1777);
  await openDataFolder(folder);
  expect((await stat(folder)).mode & 0o7777).toBe(0o1777);
});

test('a reset leaves foreign files', async () => {
  await writeFile(join(folder, 'theirs.txt'), 'theirs');
  await openDataFolder(folder);
  await removeData(folder);
  expect(await readdir(folder)).toEqual(['theirs.txt']);
});
