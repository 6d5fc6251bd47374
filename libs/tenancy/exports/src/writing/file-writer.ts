import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { RawRow } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { pieceBytes, type PieceTable } from './piece-table.ts';

/** A file as it is served. */
export interface WrittenFile {
  readonly name: string;
  /** Its number in the table of pieces. */
  readonly place: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file of lines, as the manifest describes it. */
export interface WrittenLines {
  readonly file: WrittenFile;
  readonly count: number;
  /** Of the lines as they are unpacked. */
  readonly bytes: number;
  readonly sha256: string;
}

/** Writes files into a table of pieces, one after the other, and holds a piece of them at a time. */
export class FileWriter {
  readonly files: WrittenFile[] = [];
  readonly #table: PieceTable;

  constructor(table: PieceTable) {
    this.#table = table;
  }

  async write(
    context: CallContext,
    name: string,
    content: AsyncIterable<Buffer> | Iterable<Buffer>,
  ): Promise<WrittenFile> {
    const place = this.files.length;
    const measured = new Measured();
    let piece = 0;
    for await (const next of inPieces(content)) {
      measured.add(next);
      await this.#table.put(context, place, piece, next);
      piece += 1;
    }
    const file = { name, place, ...measured.result() };
    this.files.push(file);
    return file;
  }

  /** Writes lines, of which each row is one, packed. */
  async writeLines(context: CallContext, name: string, pages: AsyncIterable<RawRow[]>): Promise<WrittenLines> {
    const measured = new Measured();
    let count = 0;
    async function* text(): AsyncGenerator<Buffer> {
      for await (const rows of pages) {
        const lines = Buffer.from(rows.map(([line]) => `${line}\n`).join(''), 'latin1');
        count += rows.length;
        measured.add(lines);
        yield lines;
      }
    }
    const writing = (packed: AsyncIterable<Buffer>) => this.write(context, `${name}.ndjson.gz`, packed);
    const file = await pipeline(text, createGzip(), writing);
    return { file, count, ...measured.result() };
  }
}

class Measured {
  readonly #hash = createHash('sha256');
  #bytes = 0;

  add(bytes: Buffer): void {
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }

  result(): { readonly bytes: number; readonly sha256: string } {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

async function* inPieces(content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    length += chunk.length;
    if (length >= pieceBytes) {
      let rest = Buffer.concat(waiting);
      for (; rest.length >= pieceBytes; rest = rest.subarray(pieceBytes)) {
        yield rest.subarray(0, pieceBytes);
      }
      waiting = [rest];
      length = rest.length;
    }
  }
  if (length > 0) {
    yield Buffer.concat(waiting);
  }
}
