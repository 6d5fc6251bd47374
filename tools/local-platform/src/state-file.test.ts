import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure, sentenceOf } from '@rapport/command-line';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { operatorAccess, operatorFile } from './platform/operator-access.ts';
import { readDemo } from './platform/demo.ts';
import { readServerUrls, serverUrlsFile } from './platform/server-urls.ts';
import { ensureSecrets } from './platform/secrets.ts';
import { readState, writeState, type StateFile } from './state-file.ts';

const state: StateFile = {
  state: 'ready',
  baseUrl: 'http://localhost:8080',
  dataDir: '/data',
  serversAre: 'processes',
  supervisor: null,
  services: [],
  servers: [],
};

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapport state '));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a state is read as it was written, and a missing one is undefined', async () => {
  expect(await readState(folder)).toBeUndefined();
  await writeState(state, folder);
  expect(await readState(folder)).toEqual(state);
});

test.each(['', '{"state": "rea', 'null', '"ready"'])(
  'a file that was cut short or changed to %j is named in one sentence',
  async (content) => {
    await ensureSecrets(folder);
    const files: readonly (readonly [string, () => Promise<unknown>])[] = [
      [join(folder, 'state.json'), () => readState(folder)],
      [operatorFile(folder), () => operatorAccess(folder)],
      [join(folder, 'demo.json'), () => readDemo(folder)],
      [serverUrlsFile(folder), () => readServerUrls(folder)],
    ];
    for (const [path, read] of files) {
      await writeFile(path, content);
      const failure: unknown = await read().catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Failure);
      expect(sentenceOf(failure)).toBe(
        `${path} is not what ./rapport up wrote; remove it, and ./rapport up makes it again.`,
      );
    }
  },
);
