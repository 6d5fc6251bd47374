import { listOf, type AnyRecord } from '../lists/records.ts';
import { may, type Person } from '../signing-in/person.tsx';
import { wordOf } from '../values/choices.tsx';

/** The state of a record, by its word. */
export function stateOf(list: string, record: AnyRecord): string {
  const { states, members } = listOf(list);
  const member = members[states?.member ?? ''];
  return member === undefined ? '' : (wordOf(record[states?.member ?? ''], member) ?? '');
}

/** The states to which this person can bring a record from the one in which it is. */
export function nextStates(person: Person, list: string, state: string): readonly string[] {
  const { states } = listOf(list);
  if (states === undefined || !may(person, list, 'step')) {
    return [];
  }
  const { from, permitted } = states;
  return (from[state] ?? []).filter(
    (next) =>
      !(permitted?.from.includes(state) && permitted.to.includes(next)) ||
      person.permissions.includes(permitted.permission),
  );
}

/** Whether no step leads out of the state in which a record is. */
export function isFinal(list: string, record: AnyRecord): boolean {
  return listOf(list).states?.from[stateOf(list, record)]?.length === 0;
}

/** The reason for which a step into the state asks; undefined where it asks for none. */
export function reasonFor(list: string, state: string) {
  const reason = listOf(list).states?.reason;
  return reason?.states.includes(state) ? reason : undefined;
}
