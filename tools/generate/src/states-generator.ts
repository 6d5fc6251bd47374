import { lives } from '@rapport/kernel';
import {
  callersEvents,
  lifecycleStates,
  lifecycleSteps,
  ownEvents,
  subscriptionStatuses,
  subscriptionSteps,
} from '@rapport/kinds';
import { rows } from './rows.ts';

/** For `generate`: the page of states, made from the tables by which they change. */
export const statesGenerator = {
  name: 'page of states',
  run: async (): Promise<Record<string, string>> => ({
    'docs/operators/states.md': [
      ...['# The states of a tenant', ...before],
      ...['## Its life', tableOf(lifecycleSteps, lifecycleStates)],
      ...['## Its subscription', tableOf(subscriptionSteps, subscriptionStatuses), behind],
    ]
      .join('\n\n')
      .concat('\n'),
  }),
};

const before = [
  'This page is generated from the tables of the code (`libs/base/kinds/src/tenancy/states.ts`).',
  'Two axes are stored, and the one `state` that is shown follows from both: the first that holds of provisioningFailed, provisioning,\ncancelled (its subscription has ended), suspended, pastDue, trialing and active. A tenant is suspended by an operator, as unpaid for\n' +
    `${lives.grace}, or because no owner verified an e-mail address within ${lives.unverifiedTenant}; \`suspendedFor\` says which.`,
  'A row says where an event leads from each state. What a caller does needs a state on both axes; where one of them has none, the answer is\n409 `invalid_transition`, and its `detail` names the state and what is possible. Where the state stays the same, the event changes\nanother thing, or nothing at all: what is there already is answered 200 and not written again.',
];

const behind =
  'Cancelling at the end of the period and reactivating before it set and take back `cancelsOnUtc`, which is the end of the period or trial\nand moves with it. A subscription that begins again has a new period, and no second trial.';

type Steps = Readonly<Record<string, Readonly<Record<string, string>>>>;

function tableOf(steps: Steps, states: readonly string[]): string {
  const names: Readonly<Record<string, string>> = { ...callersEvents, ...ownEvents };
  const cells = Object.entries(steps).map(([event, next]) => [
    names[event] ?? event,
    ...states.map((state) => next[state] ?? ''),
  ]);
  return rows(['event', ...states], cells).trimEnd();
}
