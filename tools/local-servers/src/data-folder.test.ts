import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimDataFolder, releaseDataFolder } from './data-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport server '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a data folder can be claimed again when it was released, and when its owner is gone', async () => {
  await claimDataFolder(folder);
  await releaseDataFolder(folder);
  await writeFile(join(folder, 'owner.json'), '{"pid":4194304,"startTime":"1"}');
  await claimDataFolder(folder);
  expect(JSON.parse(await readFile(join(folder, 'owner.json'), 'utf8'))).toMatchObject({ pid: process.pid });
});

test.each(['', '{"pid":12', 'null', '{}'])(
  'an owner.json with %j is reported in a single sentence, and stays',
  async (content) => {
    const path = join(folder, 'owner.json');
    await writeFile(path, content);
    await expect(claimDataFolder(folder)).rejects.toThrow(
      `${path} does not say which process works there; remove it if none does.`,
    );
    expect(await readFile(path, 'utf8')).toBe(content);
  },
);
