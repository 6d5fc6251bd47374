import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeWhole } from '../state-file.ts';
import type { Generator } from './generators.ts';

/** Writes what each generator makes; gives the paths of the files that changed. */
export async function writeGenerated(generators: readonly Generator[], root: string): Promise<string[]> {
  const changed = await differences(generators, root);
  for (const [path, content] of changed) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeWhole(join(root, path), content, 0o644);
  }
  return changed.map(([path]) => path);
}

/** The paths of committed files that a generator would write otherwise. Nothing is written. */
export async function staleFiles(generators: readonly Generator[], root: string): Promise<string[]> {
  return (await differences(generators, root)).map(([path]) => path);
}

async function differences(generators: readonly Generator[], root: string): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const generator of generators) {
    for (const [path, content] of Object.entries(await generator.run())) {
      const committed = await readFile(join(root, path), 'utf8').catch(() => undefined);
      if (committed !== content) found.push([path, content]);
    }
  }
  return found;
}
