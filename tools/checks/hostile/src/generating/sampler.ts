import type { ApiDocument, Schema } from '@rapport/testbed';
import type { Memory } from '../memory.ts';
import type { Random } from '../random.ts';
import { plainTexts } from './hostile-values.ts';

/** A value that is to be made. `scope` is the kind of record to which the names of members belong. */
interface Wanted {
  readonly random: Random;
  readonly scope: string;
  readonly name: string;
  readonly schema: Schema;
}

/** Makes values that obey a schema, with what earlier answers held where a name is known. */
export class Sampler {
  readonly #document: ApiDocument;
  readonly #memory: Memory;
  readonly #textsOf = new WeakMap<Schema, readonly string[]>();

  constructor(document: ApiDocument, memory: Memory) {
    this.#document = document;
    this.#memory = memory;
  }

  /** `scope` is the kind of record to which the names of members belong. */
  value(random: Random, scope: string, name: string, given: Schema): unknown {
    const schema = this.#document.resolve(given);
    if (schema.const !== undefined || schema.enum !== undefined) {
      return random.pick(schema.enum ?? [schema.const]);
    }
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices !== undefined) {
      return this.value(random, scope, name, random.pick(choices));
    }
    const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat();
    const type = types.includes('null') && random.chance(15) ? 'null' : types[0];
    const make = this.#makers[type ?? 'string'] ?? this.#makers['string'];
    return make?.({ random, scope, name, schema });
  }

  /** The maker of a value of each type. */
  readonly #makers: Readonly<Record<string, (wanted: Wanted) => unknown>> = {
    null: () => null,
    object: (wanted) => this.#changedRecord(wanted) ?? this.#object(wanted),
    array: ({ random, scope, name, schema }) =>
      Array.from({ length: Math.max(schema.minItems ?? 0, random.pick([0, 0, 0, 1, 2])) }, () =>
        this.value(random, scope, name, schema.items ?? {}),
      ),
    // Every later create that lacks a required custom field is refused, so what else such a request tries is never met.
    boolean: ({ random, name }) => random.chance(name === 'isRequired' ? 2 : 50),
    integer: (wanted) => this.#knownNumber(wanted) ?? integerOf(wanted),
    number: integerOf,
    string: (wanted) => (this.#isUnknownReference(wanted) ? null : this.#text(wanted)),
  };

  /** An id that no answer held would be refused, and with it whatever else the request tries. */
  #isUnknownReference({ random, scope, name, schema: { type, format } }: Wanted): boolean {
    return (
      format === 'uuid' &&
      [type].flat().includes('null') &&
      this.#memory.recall(random, scope, name) === undefined &&
      random.chance(90)
    );
  }

  /** An answer with another value or two, for a body that names its record: an update takes what a get answers. */
  #changedRecord(wanted: Wanted): object | undefined {
    const { random, scope, name, schema } = wanted;
    const { properties = {} } = schema;
    const { id } = properties;
    const record =
      name === 'body' && id !== undefined && id.readOnly !== true && random.chance(60)
        ? this.#memory.recallRecord(random, scope)
        : undefined;
    if (record === undefined) {
      return undefined;
    }
    const known = Object.entries(record).filter(([member]) => member in properties);
    const others = Object.entries(this.#object({ ...wanted, schema: { ...schema, required: [] } }));
    const changes = others.filter(([member]) => member !== 'id' && random.chance(15));
    return Object.fromEntries([...known, ...changes]);
  }

  #object({ random, scope, schema: { properties = {}, required = [], allOf = [] } }: Wanted): object {
    // Of members of which one must be there, one is chosen.
    const demanded = allOf.flatMap(({ anyOf = [] }) => (anyOf.length > 0 ? (random.pick(anyOf).required ?? []) : []));
    const chosen = Object.entries(properties).filter(
      ([name, { readOnly }]) =>
        required.includes(name) || demanded.includes(name) || (readOnly !== true && random.chance(40)),
    );
    return Object.fromEntries(
      chosen.map(([name, schema]) => {
        const value = this.value(random, scope, name, schema);
        return [name, value === null && demanded.includes(name) ? this.value(random, scope, name, schema) : value];
      }),
    );
  }

  #text({ random, scope, name, schema }: Wanted): string {
    const known = random.chance(schema.format === 'uuid' ? 95 : 70)
      ? this.#memory.recall(random, scope, name)
      : undefined;
    if (known !== undefined && this.#document.problemOf(schema, known) === undefined) {
      return known;
    }
    const texts = this.#textsOf.get(schema) ?? plainTexts.filter((text) => !this.#document.problemOf(schema, text));
    this.#textsOf.set(schema, texts);
    const text = random.pick(texts.length > 0 ? texts : plainTexts);
    const number = random.below(1_000_000);
    // A text of its own for half of them, because stored texts may have to differ. An address or a code has no space.
    const own = [`${text} ${number}`, `n${number}${text}`].find((one) => !this.#document.problemOf(schema, one));
    return random.chance(50) ? (own ?? text) : text;
  }

  /** The id of a record may be a number. */
  #knownNumber({ random, scope, name, schema }: Wanted): number | undefined {
    const known = random.chance(70) ? Number(this.#memory.recall(random, scope, name)) : NaN;
    return this.#document.problemOf(schema, known) === undefined ? known : undefined;
  }
}

/** A document without bounds promises to take any number, those among them that no column holds. */
function integerOf({ random, schema: { minimum, maximum } }: Wanted): number {
  const isUnbound = minimum === undefined && maximum === undefined && random.chance(10);
  return isUnbound ? random.pick(farNumbers) : random.pick([minimum ?? 0, 1, 50, maximum ?? 200]);
}

const farNumbers = [-(2 ** 31) - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300] as const;
