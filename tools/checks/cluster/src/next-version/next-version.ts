import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The version after that of this checkout, as the next release would have it. */
export async function nextVersion(projectRoot: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  return version.replace(/\d+$/, (patch) => String(Number(patch) + 1));
}
