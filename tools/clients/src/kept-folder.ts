import { hash } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '@rapport/local-platform/programs';

/** A folder of the cache, which is filled once for what the file of pins says, also where several processes want it. */
export async function keptFolder(name: string, pins: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const kept = join(cacheFolder(), `${name}-${hash('sha256', await readFile(pins), 'hex').slice(0, 12)}`);
  if (await isThere(kept)) {
    return kept;
  }
  await mkdir(cacheFolder(), { recursive: true });
  const unfinished = await mkdtemp(`${kept}.`);
  try {
    await fill(unfinished);
    await rename(unfinished, kept).catch(() => undefined);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return kept;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
