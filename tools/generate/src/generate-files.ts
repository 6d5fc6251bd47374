import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeWhole } from '@rapport/local-platform';
import type { Generator } from './generators.ts';

/** Runs one generator after the other and writes its files; gives the paths of the files that changed. */
export async function writeGenerated(generators: readonly Generator[], root: string): Promise<string[]> {
  const changed: string[] = [];
  for (const generator of generators) {
    for (const [path, content] of await differences(generator, root)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeWhole(join(root, path), content, 0o644);
      changed.push(path);
    }
  }
  return changed;
}

/** The paths of committed files that a generator would write with other content. Nothing is written. */
export async function staleFiles(generators: readonly Generator[], root: string): Promise<string[]> {
  const stale: string[] = [];
  for (const generator of generators) {
    stale.push(...(await differences(generator, root)).map(([path]) => path));
  }
  return stale;
}

async function differences(generator: Generator, root: string): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const [path, content] of Object.entries(await generator.run())) {
    const committed = await readFile(join(root, path), 'utf8').catch(() => undefined);
    if (committed !== content) {
      found.push([path, content]);
    }
  }
  return found;
}
