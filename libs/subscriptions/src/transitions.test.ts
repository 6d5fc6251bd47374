import { expect, test } from 'vitest';
import {
  callersEvents,
  impossible,
  lifecycleStates,
  lifecycleSteps,
  subscriptionStatuses,
  subscriptionSteps,
} from './transitions.ts';

/** The tables as people read them: from each state to the next, `-` where the event stands nowhere. */
const lifecycle = `
made               active        -            -         -
failed             provisioningFailed -       -         -
retry              provisioning  provisioning -         -
suspend            -             -            suspended suspended
resume             -             -            active    active
cancel             -             -            active    suspended
cancelNow          -             -            active    suspended
reactivate         -             -            active    suspended
changePlan         -             -            active    suspended
changeSubscription -             -            active    suspended
settleInvoice      -             -            active    suspended`;

const subscription = `
suspend            trialing active pastDue unpaid  ended
resume             trialing active pastDue pastDue ended
retry              trialing active pastDue unpaid  ended
cancel             trialing active pastDue ended   ended
cancelNow          ended    ended  ended   ended   ended
reactivate         trialing active pastDue unpaid  active
reactivateOwing    -        -      -       -       unpaid
changePlan         trialing active pastDue unpaid  -
planWithoutPrice   active   -      -       -       -
changeSubscription trialing active pastDue unpaid  ended
settleInvoice      trialing active pastDue unpaid  ended
trialEnds          active   -      -       -       -
invoicePastDue     -        pastDue -      -       -
graceEnds          -        -      unpaid  -       -
paid               -        -      active  active  -
cancelsOnComes     ended    ended  ended   ended   -`;

test('each event leads from each state of a life to where it should', () => {
  expect(asRows(lifecycleSteps, lifecycleStates)).toEqual(rowsOf(lifecycle));
});

test('each event leads from each status of a subscription to where it should', () => {
  expect(asRows(subscriptionSteps, subscriptionStatuses)).toEqual(rowsOf(subscription));
});

test('a refusal names the state and what is possible', () => {
  const standing = { lifecycle: 'active', status: 'ended' } as const;
  expect(impossible(standing).message).toBe(
    `The tenant is cancelled; possible are: ${['suspend', 'resume', 'cancel', 'cancelNow', 'reactivate', 'changeSubscription', 'settleInvoice'].map((event) => callersEvents[event as keyof typeof callersEvents]).join(', ')}.`,
  );
  expect(impossible({ lifecycle: 'provisioning', status: 'active' }).message).toBe(
    'The tenant is provisioning; wait until it is made.',
  );
  expect(impossible({ lifecycle: 'provisioningFailed', status: 'active' }).message).toBe(
    'The tenant is provisioningFailed; possible are: retry.',
  );
});

function rowsOf(table: string): string[][] {
  const rows = table.trim().split('\n');
  return rows.map((row) => row.trim().split(/\s+/)).toSorted(byFirst);
}

function asRows(
  steps: Readonly<Record<string, Readonly<Record<string, string>>>>,
  states: readonly string[],
): string[][] {
  return Object.entries(steps)
    .map(([event, next]) => [event, ...states.map((state) => next[state] ?? '-')])
    .toSorted(byFirst);
}

function byFirst([one = '']: string[], [other = '']: string[]): number {
  return one < other ? -1 : 1;
}
