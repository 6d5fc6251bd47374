import { numbered } from './numbered-text.ts';
import type { NameIn } from './statement-names.ts';

/** An SQL text with its name, whose values have numbers. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** The name in metrics and spans, where many texts that are composed for requests are measured as one. */
  readonly measuredAs?: string;
  /**
   * Whether the text is composed for a request: it is planned for its values, and no connection keeps it, so a
   * session's memory does not grow with the texts that callers can ask for.
   */
  readonly isComposed?: true;
  /** The names of the values, in the order of their numbers. */
  readonly names: readonly string[];
}

/** A statement with its values. */
export interface Sent {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** A statement that is sent with a value for each of its names. */
export interface NamedStatement<Name extends string = string> extends Statement {
  readonly names: readonly Name[];
  readonly with: (values: Readonly<Record<Name, unknown>>) => Sent;
}

/** A text without names is sent as it is. One of which the type says nothing tells its names only when it runs. */
type StatementOf<Text extends string, Listed extends string> = string extends Text
  ? [Listed] extends [never]
    ? NamedStatement & Sent
    : NamedStatement<Listed>
  : [NameIn<Text> | Listed] extends [never]
    ? Statement & Sent
    : NamedStatement<NameIn<Text> | Listed>;

export interface StatementOptions<Listed extends string> {
  /** The names that stand only in pieces of which the text is made, where they do. */
  readonly names?: readonly Listed[];
  /** See `Statement`. */
  readonly isComposed?: true;
  /** See `Statement`. */
  readonly measuredAs?: string;
}

/**
 * A statement is made once, at module level or with the store that sends it. Its text says `:name` for a value, `tenant.`
 * where a tenant's schema stands, and `:tenant` for its number. Its own name must be unique and short enough for
 * PostgreSQL, which prepares statements by their names.
 */
export function statement<const Text extends string, const Listed extends string = never>(
  name: string,
  text: Text,
  options: StatementOptions<Listed> = {},
): StatementOf<Text, Listed> {
  return new NumberedStatement(name, text, options) as unknown as StatementOf<Text, Listed>;
}

/** A statement that is composed for one request, with those of the values that its text names. */
export function composed(name: string, text: string, values: Readonly<Record<string, unknown>>): Sent {
  return new NumberedStatement(name, text, { isComposed: true }).with(values);
}

class NumberedStatement implements NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly names: readonly string[];
  readonly isComposed?: true;
  readonly measuredAs?: string;
  /** Of a statement without names, which is sent as it is. */
  readonly values: readonly unknown[] = [];

  constructor(name: string, text: string, { isComposed, measuredAs }: StatementOptions<string>) {
    if (!namePattern.test(name)) {
      throw new Error(`${name} cannot name a statement`);
    }
    this.name = name;
    ({ text: this.text, names: this.names } = numbered(withoutIndentation(text)));
    if (isComposed) {
      this.isComposed = true;
    }
    if (measuredAs !== undefined) {
      this.measuredAs = measuredAs;
    }
  }

  get statement(): Statement {
    if (this.names.length > 0) {
      throw new Error(`${this.name} lacks its values`);
    }
    return this;
  }

  readonly with = (values: Readonly<Record<string, unknown>>): Sent => ({
    statement: this,
    values: this.names.map((name) => {
      if (!(name in values)) {
        throw new Error(`${this.name} lacks :${name}`);
      }
      return values[name];
    }),
  });
}

/** A connection keeps a bounded number of characters prepared, and indentation should take none of them. */
function withoutIndentation(text: string): string {
  return text.trim().replaceAll(/\n\s+/g, '\n');
}

const namePattern = /^[a-z][a-z0-9_]{0,47}$/;
