import type { Statement } from '@rapport/database';

/** The parameters of one statement: their numbers while it is composed, their values when it is sent. */
export class Parameters<Name extends string = string> {
  readonly #all: { readonly name: Name; readonly made: (value: unknown) => unknown }[] = [];

  get names(): readonly Name[] {
    return this.#all.map(({ name }) => name);
  }

  /**
   * The parameter as the text names it, with its type, because many statements give PostgreSQL no other hint of it. `made`
   * is what is sent instead of the value.
   */
  add(name: Name, type: string, made = (value: unknown) => value): string {
    this.#all.push({ name, made });
    return `$${this.#all.length}::${type}`;
  }

  bind(values: Readonly<Partial<Record<Name, unknown>>>): unknown[] {
    return this.#all.map(({ name, made }) => made(values[name] ?? null));
  }
}

/** A statement that writes, with the parameters that it takes. */
export interface WriteStatement {
  readonly statement: Statement;
  readonly parameters: Parameters;
}
