import { lives } from '@rapport/kernel';
import { namedList } from '@rapport/members/fields';

/** The states of a tenant's life. That of its subscription is an axis of its own. */
export const lifecycleStates = [
  'provisioning',
  'provisioningFailed',
  'active',
  'suspended',
  'deleting',
  'deleted',
] as const;

export type LifecycleState = (typeof lifecycleStates)[number];

/** The one state that is shown of a tenant: its life and its subscription decide it together, the first that holds. */
export const shownStates = namedList('TenantState', [
  'deleted',
  'deleting',
  'provisioning',
  'provisioningFailed',
  'cancelled',
  'suspended',
  'pastDue',
  'trialing',
  'active',
]);

export type ShownState = (typeof shownStates)[number];

export const suspensionReasons = namedList('SuspensionReason', ['operator', 'unpaid', 'unverifiedEmail']);

export type SuspensionReason = (typeof suspensionReasons)[number];

export const subscriptionStatuses = namedList('SubscriptionStatus', [
  'trialing',
  'active',
  'pastDue',
  'unpaid',
  'ended',
]);

export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** The acts of callers, in the words of refusals. */
export const callersEvents = {
  suspend: 'suspend',
  resume: 'resume',
  cancel: 'cancel at the end of the period',
  cancelNow: 'cancel now',
  reactivate: 'reactivate',
  changePlan: 'another plan',
  changeSubscription: 'a change of the subscription',
  settleInvoice: 'an invoice is settled',
  retry: 'retry',
  delete: 'delete',
} as const;

export type CallersEvent = keyof typeof callersEvents;

/** Owners do these; operators do all. */
export const ownersEvents: readonly CallersEvent[] = ['cancel', 'cancelNow', 'reactivate', 'changePlan'];

/** Things that happen by themselves, or follow from a caller's act, in the words of the page about them. */
export const ownEvents = {
  made: 'all steps of its making are done',
  failed: 'a step of its making failed five times',
  neverVerified: `${lives.neverVerified} after a sign-up of which no owner ever verified`,
  proven: 'the proof of its deletion is complete',
  trialEnds: 'the trial ends',
  trialEndsUnverified: 'the trial ends, is to be billed, and no owner is verified',
  planWithoutPrice: 'a plan without price is chosen',
  invoicePastDue: 'an invoice is past due',
  graceEnds: `${lives.grace} are over`,
  paid: 'no invoice is past due any more',
  cancelsOnComes: '`cancelsOnUtc` comes',
  reactivateOwing: 'reactivate, and an invoice is past due',
} as const;

export type OwnEvent = keyof typeof ownEvents;

/** Those that change the life of a tenant alone. */
type LifeEvent = 'made' | 'failed' | 'neverVerified' | 'proven';

/** The states of a tenant that goes, or is gone: to callers it is as one that is not there, and nothing runs for it. */
export const goingStates = namedList('GoingState', ['deleting', 'deleted']);

export function isGoing(state: ShownState | LifecycleState): boolean {
  return goingStates.some((going) => going === state);
}

const whileMade = { active: 'active', suspended: 'suspended' } as const;

const endOfEach = {
  provisioning: 'deleting',
  provisioningFailed: 'deleting',
  active: 'deleting',
  suspended: 'deleting',
} as const;

/** The axis of a tenant's life: from each state to the next. The same state is one in which the event changes nothing here. */
export const lifecycleSteps: Steps<CallersEvent | LifeEvent, LifecycleState> = {
  made: { provisioning: 'active' },
  failed: { provisioning: 'provisioningFailed' },
  retry: { provisioning: 'provisioning', provisioningFailed: 'provisioning' },
  suspend: { active: 'suspended', suspended: 'suspended' },
  resume: { active: 'active', suspended: 'active' },
  cancel: whileMade,
  cancelNow: whileMade,
  reactivate: whileMade,
  changePlan: whileMade,
  changeSubscription: whileMade,
  settleInvoice: whileMade,
  delete: { ...endOfEach, deleting: 'deleting', deleted: 'deleted' },
  neverVerified: endOfEach,
  proven: { deleting: 'deleted' },
};

const whileItRuns = { trialing: 'trialing', active: 'active', pastDue: 'pastDue', unpaid: 'unpaid' } as const;
const unchanged = { ...whileItRuns, ended: 'ended' } as const;
const end = { trialing: 'ended', active: 'ended', pastDue: 'ended', unpaid: 'ended' } as const;

/** The steps on the axis of its subscription. */
export const subscriptionSteps: Steps<CallersEvent | Exclude<OwnEvent, LifeEvent>, SubscriptionStatus> = {
  retry: unchanged,
  delete: unchanged,
  suspend: unchanged,
  resume: { ...unchanged, unpaid: 'pastDue' },
  cancel: { ...unchanged, unpaid: 'ended' },
  cancelNow: { ...end, ended: 'ended' },
  reactivate: { ...unchanged, ended: 'active' },
  reactivateOwing: { ended: 'unpaid' },
  changePlan: whileItRuns,
  planWithoutPrice: { trialing: 'active' },
  changeSubscription: unchanged,
  settleInvoice: unchanged,
  trialEnds: { trialing: 'active' },
  trialEndsUnverified: { trialing: 'ended' },
  invoicePastDue: { active: 'pastDue' },
  graceEnds: { pastDue: 'unpaid' },
  paid: { pastDue: 'active', unpaid: 'active' },
  cancelsOnComes: end,
};

type Steps<Event extends string, State extends string> = Readonly<
  Record<Event, Readonly<Partial<Record<State, State>>>>
>;
