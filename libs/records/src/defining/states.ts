import { columnName, literal, type DefaultValue } from './column.ts';

/** What a step into a state sets: the time of the step, a value, or nothing. */
export type Effect = 'time' | { readonly value: DefaultValue } | null;

/** The states of the records of a kind, and the steps between them. */
export interface States {
  readonly member: string;
  /** Each state, in the order of their numbers, with those to which a step leads from it. */
  readonly from: Readonly<Record<string, readonly string[]>>;
  /** What steps set beside the state, by members; a state that is not there leaves the member as it is. */
  readonly effects?: Readonly<Record<string, Readonly<Record<string, Effect>>>>;
  /** The member with the reason for going into some states, which a step may give. */
  readonly reason?: StateReason;
  /** The permission that steps from some states to some others take. */
  readonly permitted?: PermittedStep;
  /** By a state to which no step leads, a sentence about what does. */
  readonly otherwise?: Readonly<Record<string, string>>;
}

export interface StateReason {
  readonly member: string;
  readonly states: readonly string[];
  /** Whether there must be one, given by the step or stored before. */
  readonly isRequired: boolean;
}

export interface PermittedStep {
  readonly permission: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Whether a step leads from one state to another, both given as SQL. */
export function isStep({ from }: States, was: string, next: string): string {
  const pairs = Object.entries(from).flatMap(([state, others]) =>
    others.map((other) => `(${literal(state)}, ${literal(other)})`),
  );
  return `(${was}, ${next}) in (${pairs.join(', ')})`;
}

/** A column that a step sets, with its value as SQL. */
export interface SteppedColumn {
  readonly member: string;
  readonly name: string;
  readonly value: string;
}

/** What a step into the state `next` sets at the time `at`. `stays` gives the value of a column that it leaves. */
export function effectsOf(
  { effects = {} }: States,
  next: string,
  at: string,
  stays: (name: string) => string,
): SteppedColumn[] {
  return Object.entries(effects).map(([member, byState]) => {
    const name = columnName(member);
    const cases = Object.entries(byState).map(
      ([state, effect]) => `when ${literal(state)} then ${valueOf(effect, at)}`,
    );
    return { member, name, value: `case ${next} ${cases.join(' ')} else ${stays(name)} end` };
  });
}

function valueOf(effect: Effect, at: string): string {
  if (effect === 'time') {
    return at;
  }
  return effect === null ? 'null' : literal(effect.value);
}
