import type { Random } from './random.ts';

/** Values that answers held, by the names of their members, so that later requests mean something to the server. */
export class Memory {
  readonly #values = new Map<string, string[]>();

  constructor(known: Readonly<Record<string, readonly string[]>> = {}) {
    for (const [name, values] of Object.entries(known)) {
      values.forEach((value) => this.learn(name, value));
    }
  }

  learn(name: string, value: unknown): void {
    if (typeof value !== 'string' || value === '' || value.length > lengthMax) {
      return;
    }
    const values = this.#values.get(name) ?? [];
    values.push(value);
    this.#values.set(name, values.slice(-keptMax));
  }

  /** Learns from an answer's body: the members of a record, and of a page's records. `scope` is the kind of record. */
  learnFrom(scope: string, body: unknown): void {
    if (typeof body !== 'object' || body === null) {
      return;
    }
    const { data } = body as { data?: unknown };
    for (const [name, value] of Object.entries(body)) {
      this.learn(`${scope}.${name}`, value);
    }
    for (const item of Array.isArray(data) ? data.slice(0, 3) : []) {
      this.learnFrom(scope, item);
    }
  }

  /** A value for a member or parameter of this name, or undefined where none is known. */
  recall(random: Random, scope: string, name: string): string | undefined {
    const values = this.#values.get(`${scope}.${name}`) ?? this.#values.get(name) ?? this.#values.get(referred(name));
    return values === undefined ? undefined : random.pick(values);
  }
}

const lengthMax = 4_000;
const keptMax = 100;

/** `customerId` refers to the id of one of the customers. */
function referred(name: string): string {
  const singular = name.replace(/Id$/, '');
  return `${singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`}.id`;
}
