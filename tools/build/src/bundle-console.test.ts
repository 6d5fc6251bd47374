import { mkdtemp, readFile, readdir, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { bundleChangedConsole, bundleConsole } from './bundle-console.ts';

const ofConsole = (...path: string[]): string => resolve(import.meta.dirname, '../../../apps/console', ...path);

test('the console is one script and one style, for browsers and in English alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-console-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = await bundleConsole(folder);
  expect(files).toContain('apps/console/src/main.tsx');
  expect((await readdir(folder)).sort()).toEqual(['console.css', 'console.js']);
  const script = await readFile(join(folder, 'console.js'), 'utf8');
  expect(script).not.toMatch(/process\.env|^\s*(?:import|export)\b/m);
  // The texts of Bulgarian, Russian and Ukrainian have words of these letters, which the bundler escapes.
  expect(script).not.toMatch(/(?:\\u04[0-9a-f]{2}){4}/i);
  expect(gzipSync(script).length).toBeLessThan(340_000);
});

test('it is bundled into its folder once, and again when one of its files has changed', async () => {
  const bundledAt = async (): Promise<number> => {
    await bundleChangedConsole();
    return (await stat(ofConsole('dist', 'console.js'))).mtimeMs;
  };
  const first = await bundledAt();
  expect(await bundledAt()).toBe(first);
  await utimes(ofConsole('src', 'main.tsx'), new Date(), new Date());
  const second = await bundledAt();
  expect(second).toBeGreaterThan(first);
  await rm(ofConsole('dist', 'console.css'));
  expect(await bundledAt()).toBeGreaterThan(second);
});
