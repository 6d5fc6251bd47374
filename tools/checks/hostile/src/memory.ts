import type { Random } from './random.ts';

/** Values that answers held, by the names of their members, so that later requests mean something to the server. */
export class Memory {
  readonly #values = new Map<string, string[]>();
  readonly #records = new Map<string, KnownRecord[]>();

  constructor(known: Readonly<Record<string, readonly string[]>> = {}) {
    this.learnAll(known);
  }

  learnAll(known: Readonly<Record<string, readonly string[]>>): void {
    for (const [name, values] of Object.entries(known)) {
      values.forEach((value) => this.learn(name, value));
    }
  }

  learn(name: string, value: unknown): void {
    if (Array.isArray(value)) {
      value.slice(0, listedMax).forEach((one) => typeof one === 'string' && this.learn(name, one));
      return;
    }
    if (typeof value !== 'string' || value === '' || value.length > lengthMax) {
      return;
    }
    const values = this.#values.get(name) ?? [];
    values.push(value);
    this.#values.set(name, values.slice(-keptMax));
  }

  /** Learns the members of an answer's body, within its wrapper. `scope` is the kind of record, or the operation. */
  learnFrom(scope: string, body: unknown): void {
    const { data = body } = entriesOf(body);
    // A create answers the id alone.
    this.learn(`${scope}.id`, data);
    const { items } = entriesOf(data);
    for (const record of Array.isArray(items) ? [data, ...(items as unknown[])] : [data]) {
      this.#learnRecord(scope, entriesOf(record));
      for (const [name, value] of Object.entries(entriesOf(record))) {
        this.learn(`${scope}.${name}`, name === 'id' && typeof value === 'number' ? String(value) : value);
      }
    }
  }

  #learnRecord(scope: string, record: KnownRecord): void {
    const { id } = record;
    if (typeof id === 'string') {
      const others = (this.#records.get(scope) ?? []).filter((one) => one['id'] !== id);
      this.#records.set(scope, [...others, record].slice(-keptMax));
    }
  }

  /** A value for a member or parameter of this name, or undefined where none is known. */
  recall(random: Random, scope: string, name: string): string | undefined {
    const names = [`${scope}.${name}`, name, ...referred(name)];
    const values = names.map((one) => this.#values.get(one) ?? []).find((some) => some.length > 0);
    if (values === undefined) {
      return undefined;
    }
    return random.pick(random.chance(60) ? values.slice(-freshMax) : values);
  }

  /** A record as it was answered, or undefined where none of its kind is known. */
  recallRecord(random: Random, scope: string): KnownRecord | undefined {
    const records = this.#records.get(scope) ?? [];
    return records.length === 0 ? undefined : random.pick(records.slice(-freshMax));
  }

  /** Forgets the id of a record that is gone: requests with it try nothing behind the first look. */
  forget(value: string): void {
    for (const [scope, records] of this.#records) {
      this.#records.set(
        scope,
        records.filter(({ id }) => id !== value),
      );
    }
    for (const [name, values] of this.#values) {
      this.#values.set(
        name,
        values.filter((one) => one !== value),
      );
    }
  }
}

/** The members of a record that was answered. */
export type KnownRecord = Readonly<Record<string, unknown>>;

const lengthMax = 4_000;
/** The first of a list say enough of it. */
const listedMax = 10;
const keptMax = 100;
/** The newest values are less likely to be gone or changed. */
const freshMax = 5;

/** `customerId` and `customerIds` refer to the customers, a kind that a surface calls by one or by many. */
function referred(name: string): string[] {
  const singular = name.replace(/Ids?$/, '');
  const plural = singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
  return [`${plural}.id`, `${singular}.id`];
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
