import type { Outcome, Terminal } from './terminal.ts';

export interface Option {
  readonly summary: string;
  /** The name of the value in the help; an option without one is a switch. */
  readonly value?: string;
  /** Its short form, a letter. */
  readonly short?: string;
  readonly required?: true;
  readonly initial?: string;
}

export type Options = Readonly<Record<string, Option>>;

export type Values<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { value: string }
    ? O[K] extends { required: true } | { initial: string }
      ? string
      : string | undefined
    : boolean;
};

export type AnyValues = Readonly<Record<string, string | boolean | undefined>>;

/** One word of the front door: parsing, help and the run come from this value. */
export interface Command {
  readonly words: readonly string[];
  readonly summary: string;
  readonly details?: string;
  /** The operands, before any option, each of which must be given. */
  readonly operands?: readonly string[];
  /** An operand that may follow the words, and may be left out. */
  readonly optionalOperand?: string;
  /** Whether files and folders may follow the words and the options. */
  readonly takesFiles?: true;
  readonly options: Options;
  run(values: AnyValues, terminal: Terminal, files: readonly string[]): Promise<Outcome>;
}

type TypedValues<O extends Options, P extends string, Q extends string> = Values<O> &
  Readonly<Record<P, string>> &
  Readonly<Record<Q, string | undefined>>;

interface TypedCommand<O extends Options, P extends string, Q extends string> extends Omit<
  Command,
  'operands' | 'optionalOperand' | 'options' | 'run'
> {
  readonly operands?: readonly P[];
  readonly optionalOperand?: Q;
  readonly options: O;
  run(values: TypedValues<O, P, Q>, terminal: Terminal, files: readonly string[]): Promise<Outcome>;
}

export function command<const O extends Options, const P extends string = never, const Q extends string = never>(
  spec: TypedCommand<O, P, Q>,
): Command {
  // The parser returns exactly the values that the operands and the options declare.
  return { ...spec, run: (values, ...rest) => spec.run(values as TypedValues<O, P, Q>, ...rest) };
}
