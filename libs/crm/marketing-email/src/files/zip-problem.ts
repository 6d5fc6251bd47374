import { crc32 } from 'node:zlib';
import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl';
import { page } from './zip-entries.ts';

/**
 * The problem of a zip that is to hold index.html and its images, or undefined. It is unpacked piece by piece, and
 * no piece is kept.
 */
export async function zipProblem(content: Buffer): Promise<string | undefined> {
  let zip: ZipFile | undefined;
  try {
    zip = await fromBufferPromise(content, { lazyEntries: true, strictFileNames: true });
    return await problemOf(zip);
  } catch {
    return 'The zip cannot be read: it is damaged, or a name in it is no path within it.';
  } finally {
    zip?.close();
  }
}

async function problemOf(zip: ZipFile): Promise<string | undefined> {
  if (zip.entryCount > entriesMax) {
    return `The zip has more than ${entriesMax} entries.`;
  }
  const names = new Set<string>();
  let bytes = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName: name } = entry;
    // The parser stops where an entry is longer than it says, so what all say together is a bound.
    bytes += entry.uncompressedSize;
    const problem = names.has(name) ? 'is there more than once' : problemOfEntry(entry);
    if (problem !== undefined) {
      return `The entry ${JSON.stringify(name)} ${problem}.`;
    }
    if (bytes > bytesMax) {
      return `The zip has more than ${bytesMax} bytes when it is unpacked.`;
    }
    if (!(await isWhole(zip, entry))) {
      return `The entry ${JSON.stringify(name)} is damaged, or it is no text in UTF-8.`;
    }
    names.add(name);
  }
  return names.has(page) ? undefined : `The zip has no ${page} at its root.`;
}

const entriesMax = 100;
const bytesMax = 20 * 1_048_576;

function problemOfEntry(entry: Entry): string | undefined {
  const { fileName: name, externalFileAttributes } = entry;
  if (entry.isEncrypted()) {
    return 'is encrypted';
  }
  // A system that knows links keeps the mode of a file in the upper half.
  if (((externalFileAttributes >>> 16) & fileTypes) === link) {
    return 'is a link';
  }
  const isFolder = name.endsWith('/') && entry.uncompressedSize === 0;
  return isFolder || name === page || /\.(?:png|jpg|gif|webp|svg)$/i.test(name)
    ? undefined
    : `is neither ${page} at the root nor a png, jpg, gif, webp or svg`;
}

const fileTypes = 0o170000;
const link = 0o120000;

/** Whether an entry is what its checksum says, and the page is a text. */
async function isWhole(zip: ZipFile, entry: Entry): Promise<boolean> {
  const decoder = entry.fileName === page ? new TextDecoder('utf-8', { fatal: true }) : null;
  const stream = await zip.openReadStreamPromise(entry);
  let checksum = 0;
  let isText = true;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    checksum = crc32(chunk, checksum);
    isText &&= !decoder?.decode(chunk, { stream: true }).includes('\u0000');
  }
  decoder?.decode();
  return isText && checksum === entry.crc32;
}
