import type { Effect, States } from '@rapport/kinds';
import { columnName, literal } from './column.ts';

export type { States } from '@rapport/kinds';

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

/** The effects of a step into the state `next` at the time `at`. `stays` gives the value of a column that it leaves. */
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
