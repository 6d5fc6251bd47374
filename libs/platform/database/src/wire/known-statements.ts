import { LeastRecentlyUsed } from '@rapport/kernel';
import type { SentText } from '../tenant/tenant-text.ts';

/** The empty name: PostgreSQL forgets its statement when the next one comes. */
export const unnamed = '';

/** A statement that is prepared on a connection. */
export interface KnownStatement {
  /** The columns of rows as objects. Set once a caller has asked for objects. */
  columns?: readonly Column[];
}

export interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

interface Entry {
  readonly length: number;
  readonly known: KnownStatement;
}

/**
 * The statements that are prepared on a connection. PostgreSQL keeps the text, two trees and a plan of each, together
 * some 120 bytes for a character, be it a read of 400 or an update of 7,000. So the sum of the texts is bounded, not
 * their number. The statement that was not used for longest goes first.
 */
export class KnownStatements {
  readonly #entries = new Map<string, Entry>();
  readonly #strangers = new LeastRecentlyUsed<string, true>(strangersMax);
  readonly #textMax: number;
  readonly #forget: (name: string) => void;
  #length = 0;

  constructor(textMax: number, forget: (name: string) => void) {
    this.#textMax = textMax;
    this.#forget = forget;
  }

  /** The known statement, or null where it comes for the first time and others would have to go for it. */
  meet(sentText: SentText): KnownStatement | null {
    const fits = this.#length + lengthOf(sentText) <= this.#textMax;
    if (fits || this.#entries.has(sentText.name) || this.#strangers.get(sentText.name)) {
      return this.keep(sentText);
    }
    this.#strangers.set(sentText.name, true);
    return null;
  }

  /** The known statement. Others go for it where there is no room. */
  keep(sentText: SentText): KnownStatement {
    const { name } = sentText;
    const entry = this.#entries.get(name) ?? { length: lengthOf(sentText), known: {} };
    if (!this.#entries.delete(name)) {
      this.#strangers.delete(name);
      this.#length += entry.length;
    }
    this.#entries.set(name, entry);
    for (const [oldest, { length }] of this.#entries) {
      if (this.#length <= this.#textMax || oldest === name) {
        break;
      }
      this.#entries.delete(oldest);
      this.#length -= length;
      this.#forget(oldest);
    }
    return entry.known;
  }
}

/** The most remembered statements that came once, so that one that comes again soon is prepared. */
const strangersMax = 100;

/** The text of a tenant is as long as its template, but for some characters. */
function lengthOf(sentText: SentText): number {
  return (sentText.template ?? sentText.text).length;
}
