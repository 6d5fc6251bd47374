import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of a zip, and what the zip says of it otherwise than it is. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  /** The general purpose flags. */
  readonly flags?: number;
  /** The mode of the file on the system that made the zip. */
  readonly mode?: number;
  readonly size?: number;
  readonly checksum?: number;
}

/** A zip of these entries, packed by deflate. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const packed = deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const head = headOf(entry, content, packed.length, name.length);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, name, packed]);
    directory.push(listingOf(entry, head, at), name);
    files.push(file);
    at += file.length;
  }
  const listings = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listings.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listings, end]);
}

/** The bytes that the head of an entry in the file and its listing in the directory have alike. */
function headOf({ flags = 0, size, checksum }: ZipEntry, content: Buffer, packed: number, nameLength: number): Buffer {
  const head = Buffer.alloc(26);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(flags | utf8Name, 2);
  head.writeUInt16LE(deflated, 4);
  head.writeUInt32LE(checksum ?? crc32(content), 10);
  head.writeUInt32LE(packed, 14);
  head.writeUInt32LE(size ?? content.length, 18);
  head.writeUInt16LE(nameLength, 22);
  return head;
}

function listingOf({ mode = 0o100_644 }: ZipEntry, head: Buffer, at: number): Buffer {
  const listing = Buffer.alloc(46);
  listing.write('PK\x01\x02', 'latin1');
  listing.writeUInt16LE(madeByUnix, 4);
  head.copy(listing, 6);
  listing.writeUInt32LE((mode << 16) >>> 0, 38);
  listing.writeUInt32LE(at, 42);
  return listing;
}

const utf8Name = 0x0800;
const deflated = 8;
const madeByUnix = (3 << 8) | 20;
