import { EventEmitter } from 'node:events';
import { parse } from 'pg-protocol';
import { headerLength, RowMessage } from './row-message.ts';

/** What pg tells its queries of; only the name matters to whoever passes it on. */
export interface BackendMessage {
  readonly name: string;
}

const rowCode = 0x44;
const codeLength = 1;
const nothing = Buffer.alloc(0);

/**
 * Reads what PostgreSQL sends. Rows are left as they are until somebody says in which form they are wanted: pg would decode
 * each value, which is most of what a page of fifty rows costs. Everything else is pg's own to read.
 */
export class MessageReader {
  readonly #tell: (message: BackendMessage) => void;
  readonly #others = new EventEmitter();
  #rest: Buffer = nothing;

  constructor(tell: (message: BackendMessage) => void) {
    this.#tell = tell;
    // It reads from a stream, of which it asks no more than to say when data come.
    void parse(this.#others as NodeJS.ReadableStream & EventEmitter, tell);
  }

  read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    let othersFrom = 0;
    while (at + headerLength <= bytes.length) {
      const end = at + codeLength + bytes.readUInt32BE(at + codeLength);
      if (end > bytes.length) {
        break;
      }
      if (bytes[at] === rowCode) {
        this.#tellOthers(bytes, othersFrom, at);
        this.#tell(new RowMessage(bytes, at, end));
        othersFrom = end;
      }
      at = end;
    }
    this.#tellOthers(bytes, othersFrom, at);
    this.#rest = at === bytes.length ? nothing : bytes.subarray(at);
  }

  #tellOthers(bytes: Buffer, from: number, to: number): void {
    if (from < to) {
      this.#others.emit('data', bytes.subarray(from, to));
    }
  }
}
