import { EventEmitter } from 'node:events';
import { parse } from 'pg-protocol';
import { headerLength, RowMessage } from './row-message.ts';

/** A message of PostgreSQL. Its name says which of a query's methods pg hands it to. */
export interface BackendMessage {
  readonly name: string;
}

const rowCode = 0x44;
const codeLength = 1;

/**
 * Reads what PostgreSQL sends. Rows stay bytes until a caller says in which form it wants them: pg would decode each
 * value, which is most of what a page of fifty rows costs. pg's own parser reads everything else.
 */
export class MessageReader {
  readonly #receive: (message: BackendMessage) => void;
  readonly #others = new EventEmitter();
  /** The beginning of a message that is not there as a whole, in the pieces that came, and how long it has to be to be read on. */
  #rest: Buffer[] = [];
  #restLength = 0;
  #neededLength = 0;

  constructor(receive: (message: BackendMessage) => void) {
    this.#receive = receive;
    // The parser asks no more of its stream than to say when data come.
    void parse(this.#others as NodeJS.ReadableStream & EventEmitter, receive);
  }

  read(chunk: Buffer): void {
    this.#restLength += chunk.length;
    if (this.#restLength < this.#neededLength) {
      this.#rest.push(chunk);
      return;
    }
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([...this.#rest, chunk], this.#restLength);
    let at = 0;
    let othersFrom = 0;
    while (at + headerLength <= bytes.length) {
      const end = at + codeLength + bytes.readUInt32BE(at + codeLength);
      if (end > bytes.length) {
        break;
      }
      if (bytes[at] === rowCode) {
        this.#parseOthers(bytes, othersFrom, at);
        this.#receive(new RowMessage(bytes, at, end));
        othersFrom = end;
      }
      at = end;
    }
    this.#parseOthers(bytes, othersFrom, at);
    this.#keep(bytes.subarray(at));
  }

  /** A long message is put together once, however many pieces it comes in. */
  #keep(rest: Buffer): void {
    this.#rest = rest.length === 0 ? [] : [rest];
    this.#restLength = rest.length;
    this.#neededLength = rest.length < headerLength ? 0 : codeLength + rest.readUInt32BE(codeLength);
  }

  #parseOthers(bytes: Buffer, from: number, to: number): void {
    if (from < to) {
      this.#others.emit('data', bytes.subarray(from, to));
    }
  }
}
