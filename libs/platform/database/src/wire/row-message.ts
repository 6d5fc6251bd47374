import type { RawRow } from '../sql.ts';

/** A row is given as an object by its columns' names, raw, or as the bytes of its one value, which PostgreSQL sends as they are. */
export type RowForm = 'objects' | 'raw' | 'bytes';

/** One row as PostgreSQL sent it, under pg's name for such messages. The caller decodes it in the form it wants. */
export class RowMessage {
  readonly name = 'dataRow';
  readonly #bytes: Buffer;
  readonly #at: number;
  readonly #end: number;

  /** The message's bytes, from its code on. */
  constructor(bytes: Buffer, at: number, end: number) {
    this.#bytes = bytes;
    this.#at = at + headerLength;
    this.#end = end;
  }

  /** The values as text. */
  get fields(): (string | null)[] {
    return this.#values((from, to) => this.#bytes.toString('utf8', from, to));
  }

  /** The values with a character for each byte. The whole row is decoded at once, while text is decoded by value. */
  get raw(): RawRow {
    const row = this.#bytes.toString('latin1', this.#at, this.#end);
    return this.#values((from, to) => row.slice(from - this.#at, to - this.#at));
  }

  /** The bytes of the first value. They are no copy. */
  get bytes(): Buffer {
    return this.#bytes.subarray(this.#at + 6, this.#end);
  }

  #values(decode: (from: number, to: number) => string): (string | null)[] {
    const bytes = this.#bytes;
    const count = bytes.readUInt16BE(this.#at);
    const values = new Array<string | null>(count);
    let at = this.#at + 2;
    for (let column = 0; column < count; column += 1) {
      const length = bytes.readInt32BE(at);
      at += 4;
      if (length < 0) {
        values[column] = null;
      } else {
        values[column] = decode(at, at + length);
        at += length;
      }
    }
    return values;
  }
}

/** The length of what stands in front of a message: its code and its length. */
export const headerLength = 5;
