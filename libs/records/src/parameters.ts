import type { Statement } from '@rapport/database';

/** The parameters of one statement: their places while it is composed, their values when it is sent. */
export class Parameters<Name extends string = string> {
  readonly #names: Name[] = [];

  get names(): readonly Name[] {
    return this.#names;
  }

  /** The parameter's place, with its type, because many statements give PostgreSQL no other hint of it. */
  add(name: Name, type: string): string {
    this.#names.push(name);
    return `$${this.#names.length}::${type}`;
  }

  bind(values: Readonly<Partial<Record<Name, unknown>>>): unknown[] {
    return this.#names.map((name) => values[name] ?? null);
  }
}

/** A statement that writes, with the parameters that it takes. */
export interface WriteStatement {
  readonly statement: Statement;
  readonly parameters: Parameters;
}
