import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { WrongUse } from '@rapport/command-line';

/** The paths that a person names from where she stands, as Vitest tells a folder from files that begin like it. */
export function testPaths(names: readonly string[]): Promise<string[]> {
  return Promise.all(names.map(testPath));
}

async function testPath(name: string): Promise<string> {
  const path = resolve(name);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) {
    throw new WrongUse(`${name} is neither a file nor a folder.`);
  }
  return found.isDirectory() ? `${path}/` : path;
}
