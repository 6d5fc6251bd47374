import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';

/** The page of a zip, at its root. */
export const page = 'index.html';

/** The wanted files of a zip that has no problem, by their names. */
export async function zipEntries(
  zip: Buffer,
  isWanted: (name: string) => boolean = () => true,
): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const opened = await fromBufferPromise(zip, { lazyEntries: true, strictFileNames: true });
  try {
    for await (const entry of opened.eachEntry()) {
      if (!entry.fileName.endsWith('/') && isWanted(entry.fileName)) {
        entries.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)));
      }
    }
    return entries;
  } finally {
    opened.close();
  }
}
