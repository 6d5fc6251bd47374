import { z } from 'zod';
import { bodyInTheNameOf } from '../fields/in-and-out.ts';
import { readableSchema, type ChoiceNamer } from './readable-schema.ts';
import { isTakenName } from './taken-names.ts';

/** A part of a document. */
export type OpenApiObject = Readonly<Record<string, unknown>>;

export interface JsonSchema {
  readonly [member: string]: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** The named schemas of a document, each written once. */
export class SchemaComponents {
  readonly #schemas = new Map<string, JsonSchema>();
  /** The numbers of words that requests may say by number, by the names of their schemas. */
  readonly #numbers = new Map<string, readonly number[]>();

  /** The schema as it stands at its place in the document: a reference to its component where it has a name. */
  use(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const whole = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: (location) => this.#refer(location) });
    for (const [name, component] of Object.entries(whole.$defs ?? {})) {
      this.#add(name, this.#tidy(component));
    }
    return this.#tidy(whole);
  }

  /** By name, so that the document keeps its order when contracts are reordered. */
  sorted(): Record<string, JsonSchema> {
    const all = [...this.#schemas].map(([name, schema]) => [name, this.#withNumbers(name, schema)] as const);
    return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** A schema that goes in and comes out under one name stands in the document as what goes in. */
  #refer({
    zodSchema,
    jsonSchema,
  }: {
    readonly zodSchema: object;
    readonly jsonSchema: Record<string, unknown>;
  }): void {
    const named = bodyInTheNameOf(zodSchema);
    if (named) {
      for (const member of Object.keys(jsonSchema)) {
        delete jsonSchema[member];
      }
      Object.assign(jsonSchema, this.use(named.body, 'input'));
    }
  }

  #add(name: string, component: JsonSchema): void {
    const existing = this.#schemas.get(name);
    if (existing && JSON.stringify(existing) !== JSON.stringify(component)) {
      throw new Error(`Two schemas have the name ${name}; what goes in and what comes out needs two names.`);
    }
    if (isTakenName(name)) {
      throw new Error(`${name} is a word of common languages; give the schema another name.`);
    }
    this.#schemas.set(name, component);
  }

  readonly #addChoice: ChoiceNamer = ({ name, list, numbers }) => {
    this.#add(name, { type: typeof list[0] === 'number' ? 'integer' : 'string', enum: list });
    if (numbers) {
      this.#numbers.set(name, numbers);
    }
    return { $ref: `#/components/schemas/${name}` };
  };

  #withNumbers(name: string, schema: JsonSchema): JsonSchema {
    const numbers = this.#numbers.get(name);
    if (numbers === undefined) {
      return schema;
    }
    const words = schema['enum'] as readonly string[];
    const pairs = words.map((word, index) => `${numbers[index]} ${word}`).join(', ');
    return { ...schema, description: `A request may say the number in place of the name: ${pairs}.` };
  }

  #tidy(schema: object): JsonSchema {
    const kept = Object.fromEntries(Object.entries(schema).filter(([name]) => !ownMembers.has(name)));
    const text = JSON.stringify(readableSchema(kept, this.#addChoice)).replaceAll(
      '"#/$defs/',
      '"#/components/schemas/',
    );
    // The line above wrote it in this form.
    return JSON.parse(text) as JsonSchema;
  }
}

/** Members that a schema has on its own and not within a document. */
const ownMembers = new Set(['$schema', '$defs', '$id', 'id']);
