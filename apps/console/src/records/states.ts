import { listOf, memberOf, type AnyRecord } from '../lists/records.ts';
import { mayCall, type Person } from '../signing-in/person.tsx';
import { wordOf } from '../values/choices.tsx';

/** The state of a record, and whether none comes after it. */
export function stateOf(list: string, record: AnyRecord): { readonly state: string; readonly isFinal: boolean } {
  const { states } = listOf(list);
  const member = states && memberOf(list, states.member);
  const state = (member && wordOf(record[states.member], member)) ?? '';
  return { state, isFinal: states?.from[state]?.length === 0 };
}

/** The states to which a person may bring a record. */
export function nextStates(person: Person, list: string, record: AnyRecord): readonly string[] {
  const { states, operations } = listOf(list);
  if (states === undefined || !mayCall(person, operations.step)) {
    return [];
  }
  const { state } = stateOf(list, record);
  const { permission = '', from = [], to = [] } = states.permitted ?? {};
  const isHeld = person.permissions.some((held) => held === permission);
  return (states.from[state] ?? []).filter((next) => isHeld || !(from.includes(state) && to.includes(next)));
}

/** Whether a step into the state asks for a reason, and whether it needs one. */
export function reasonFor(list: string, state: string) {
  const reason = listOf(list).states?.reason;
  return reason?.states.includes(state) ? reason : undefined;
}
