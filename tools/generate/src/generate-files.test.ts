import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { staleFiles, writeGenerated } from './generate-files.ts';

let root: string;
const generators = [{ name: 'pages', run: async () => ({ 'docs/a.md': 'a', 'b.json': '{}' }) }];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rapport-generate-'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

test('a check names the stale files and writes nothing', async () => {
  await writeFile(join(root, 'b.json'), '{"old":true}');
  expect(await staleFiles(generators, root)).toEqual(['docs/a.md', 'b.json']);
  expect(await readFile(join(root, 'b.json'), 'utf8')).toBe('{"old":true}');
});

test('no file is stale after it was generated', async () => {
  expect(await writeGenerated(generators, root)).toEqual(['docs/a.md', 'b.json']);
  expect(await staleFiles(generators, root)).toEqual([]);
  expect(await writeGenerated(generators, root)).toEqual([]);
});
