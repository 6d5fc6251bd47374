import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from './bundle.ts';

test('a bundled app runs, with our libs inside and third-party packages outside', async () => {
  // The folder lies inside the workspace, so that the bundle finds the packages that stay outside of it.
  const folder = await mkdtemp(join(resolve(import.meta.dirname, '..'), 'dist-'));
  try {
    const file = await bundle('apps/change-feed-worker/src/main.ts', folder);
    const text = (
      await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))
    ).join();
    expect(text).toMatch(/from "pg"/);
    expect(text).not.toMatch(/from "@rapport\//);
    const run = spawnSync(process.execPath, [file], { env: {}, encoding: 'utf8' });
    expect(run.stdout).toContain('CELL_DATABASE_URLS');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
