import { LeastRecentlyUsed } from '@rapport/kernel';
import type { Prepared } from '../tenant/sent-text.ts';

/** The name of a statement that PostgreSQL forgets when the next one comes under it. */
export const unnamed = '';

/** What is known of a statement that a session has prepared. */
export interface KnownStatement {
  /** How a row becomes an object; there once a row was asked for as one. */
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
 * The statements that a session has prepared. Of each it keeps the text, two trees and a plan, together some 120 bytes for
 * a character, be it a read of 400 or an update of 7,000: so the sum of the texts is bounded, not the number. The one that
 * was not used for longest goes first.
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

  /** What is known of the statement, which is then worth preparing; null where others would have to go for its first use. */
  meet(prepared: Prepared): KnownStatement | null {
    const fits = this.#length + lengthOf(prepared) <= this.#textMax;
    if (fits || this.#entries.has(prepared.name) || this.#strangers.get(prepared.name)) {
      return this.keep(prepared);
    }
    this.#strangers.set(prepared.name, true);
    return null;
  }

  /** What is known of the statement, for which others go if need be. */
  keep(prepared: Prepared): KnownStatement {
    const { name } = prepared;
    const entry = this.#entries.get(name) ?? { length: lengthOf(prepared), known: {} };
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

/** So many statements that were met once are remembered: one that comes again soon is no stranger. */
const strangersMax = 100;

/** A tenant's text is as long as what it is made of, but for some characters. */
function lengthOf(prepared: Prepared): number {
  return (prepared.template ?? prepared.text).length;
}
