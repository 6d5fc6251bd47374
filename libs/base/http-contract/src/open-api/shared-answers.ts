import { STATUS_CODES } from 'node:http';
import type { Content } from './content.ts';
import type { OpenApiObject } from './schema-components.ts';

/** The answers of one operation, by their statuses. */
export type Answers = Readonly<Record<string, Answer>>;

export interface Answer {
  readonly description: string;
  readonly 'x-codes'?: readonly string[];
  readonly headers: OpenApiObject;
  readonly content?: Content;
}

/** The answers that several operations of a document give alike. Each stands in it once, by a name. */
export class SharedAnswers {
  readonly #names: ReadonlyMap<string, string>;
  readonly #components: ReadonlyMap<string, Answer>;

  constructor(operations: readonly Answers[]) {
    const entries = operations.flatMap((answers) => Object.entries(answers));
    const shared = [...Map.groupBy(entries, textOf).values()].flatMap(([first, ...others]) =>
      first === undefined || others.length === 0 ? [] : [first],
    );
    const named = [...Map.groupBy(shared, nameOf)].flatMap(([name, alike]) =>
      [...Map.groupBy(alike, (entry) => name + difference(entry, alike))].flatMap(([whole, [only, ...more]]) =>
        // An answer that no name tells from another stays where it is given.
        only === undefined || more.length > 0 ? [] : [[whole, only] as const],
      ),
    );
    this.#names = new Map(named.map(([name, entry]) => [textOf(entry), name]));
    this.#components = new Map(named.map(([name, [, answer]]) => [name, answer]));
  }

  /** The answers as they stand at their operation. */
  placed(answers: Answers): OpenApiObject {
    return Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => {
        const name = this.#names.get(textOf([status, answer]));
        return [status, name === undefined ? answer : { $ref: `#/components/responses/${name}` }] as const;
      }),
    );
  }

  sorted(): OpenApiObject {
    return Object.fromEntries([...this.#components].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

type Entry = readonly [status: string, answer: Answer];

function textOf(entry: Entry): string {
  return JSON.stringify(entry);
}

/** A failure is called by its code, or by the name of its status where it has several; a success by its schema. */
function nameOf([status, answer]: Entry): string {
  const { 'x-codes': codes } = answer;
  const [schema] = codes === undefined ? schemasOf(answer) : [];
  const [code = STATUS_CODES[status] ?? '', ...others] = codes ?? [];
  return `${schema ?? inOneWord(others.length === 0 ? code : (STATUS_CODES[status] ?? ''))}${status}`;
}

/** The features of the answer that not all of one name have. Of those that always come together, the first is named. */
function difference(entry: Entry, alike: readonly Entry[]): string {
  const all = alike.map(featuresOf);
  const havers = (feature: string) => all.map((features) => features.includes(feature)).join('');
  const together = Map.groupBy(featuresOf(entry), havers);
  const own = [...together].flatMap(([by, [first = '']]) => (by.includes('false') ? [first] : []));
  return own.length === 0 ? '' : `With${own.map(inOneWord).join('And')}`;
}

function featuresOf([, answer]: Entry): string[] {
  const schemas = schemasOf(answer).filter((name) => name !== 'Problem');
  return [...(answer['x-codes'] ?? []), ...schemas, ...Object.keys(answer.headers)];
}

function schemasOf({ content = {} }: Answer): string[] {
  const references = Object.values(content).flatMap(({ schema: { $ref } }) => (typeof $ref === 'string' ? [$ref] : []));
  return [...new Set(references)].map((reference) => reference.slice(reference.lastIndexOf('/') + 1));
}

function inOneWord(text: string): string {
  return text.replaceAll(/(?:^|[^A-Za-z]+)([A-Za-z])/g, (_, first: string) => first.toUpperCase());
}
