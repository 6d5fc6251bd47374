import type { Outcome, Terminal } from './terminal.ts';

export interface Option {
  readonly summary: string;
  /** The name of the value in the help; an option without one is a switch. */
  readonly value?: string;
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
  readonly options: Options;
  run(values: AnyValues, terminal: Terminal): Promise<Outcome>;
}

interface TypedCommand<O extends Options> extends Omit<Command, 'options' | 'run'> {
  readonly options: O;
  run(values: Values<O>, terminal: Terminal): Promise<Outcome>;
}

export function command<const O extends Options>(spec: TypedCommand<O>): Command {
  // The parser returns exactly the values that the options declare.
  return { ...spec, run: (values, terminal) => spec.run(values as Values<O>, terminal) };
}
