import { lifecycleStates, lifecycleSteps, subscriptionStatuses, subscriptionSteps } from '@rapport/kinds';
import { expect, test } from 'vitest';
import { impossible } from './transitions.ts';

/** The tables as people read them: from each state to the next, `-` where the event stands nowhere. */
const lifecycle = `
made               active        -            -         -         -        -
failed             provisioningFailed -       -         -         -        -
retry              provisioning  provisioning -         -         -        -
suspend            -             -            suspended suspended -        -
resume             -             -            active    active    -        -
cancel             -             -            active    suspended -        -
cancelNow          -             -            active    suspended -        -
reactivate         -             -            active    suspended -        -
changePlan         -             -            active    suspended -        -
changeSubscription -             -            active    suspended -        -
settleInvoice      -             -            active    suspended -        -
delete             deleting      deleting     deleting  deleting  deleting deleted
neverVerified      deleting      deleting     deleting  deleting  -        -
proven             -             -            -         -         deleted  -`;

const subscription = `
suspend            trialing active pastDue unpaid  ended
resume             trialing active pastDue pastDue ended
retry              trialing active pastDue unpaid  ended
delete             trialing active pastDue unpaid  ended
cancel             trialing active pastDue ended   ended
cancelNow          ended    ended  ended   ended   ended
reactivate         trialing active pastDue unpaid  active
reactivateOwing    -        -      -       -       unpaid
changePlan         trialing active pastDue unpaid  -
planWithoutPrice   active   -      -       -       -
changeSubscription trialing active pastDue unpaid  ended
settleInvoice      trialing active pastDue unpaid  ended
trialEnds          active   -      -       -       -
trialEndsUnverified ended   -      -       -       -
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

const [cancelled, failed] = [
  { lifecycle: 'active', status: 'ended' },
  { lifecycle: 'provisioningFailed', status: 'active' },
] as const;
const ends = 'cancel at the end of the period, cancel now, reactivate';

test.each([
  [
    cancelled,
    'operator',
    'The tenant is cancelled; possible are: suspend, resume, reactivate, a change of the subscription, an invoice is settled, delete.',
  ],
  [cancelled, 'owner', 'The tenant is cancelled; possible are: reactivate.'],
  [{ lifecycle: 'active', status: 'pastDue' }, 'owner', `The tenant is pastDue; possible are: ${ends}, another plan.`],
  [
    { lifecycle: 'suspended', status: 'active' },
    'owner',
    `The tenant is suspended, and its subscription is active; possible are: ${ends}.`,
  ],
  [failed, 'operator', 'The tenant is provisioningFailed; possible are: retry, delete.'],
  [failed, 'owner', 'The tenant is provisioningFailed; ask the operator of the CRM.'],
  [{ lifecycle: 'provisioning', status: 'active' }, 'owner', 'The tenant is provisioning; wait until it is made.'],
  [
    { lifecycle: 'provisioning', status: 'active' },
    'operator',
    'The tenant is provisioning; wait until it is made, or delete it.',
  ],
  [{ lifecycle: 'deleting', status: 'active' }, 'operator', 'The tenant is deleting; it does not come back.'],
] as const)('a refusal of %o to an %s names the state and the ways of that caller', (standing, by, sentence) => {
  expect(impossible(standing, by).message).toBe(sentence);
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
