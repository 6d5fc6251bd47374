import { AppError, keysOf } from '@rapport/kernel';
import type { LifecycleState, SubscriptionStatus } from './subscription.ts';

export const lifecycleStates = ['provisioning', 'provisioningFailed', 'active', 'suspended'] as const;
export const subscriptionStatuses = ['trialing', 'active', 'pastDue', 'unpaid', 'ended'] as const;

type Steps<Event extends string, State extends string> = Readonly<
  Record<Event, Readonly<Partial<Record<State, State>>>>
>;

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
} as const;

export type CallersEvent = keyof typeof callersEvents;
export type Side = 'operator' | 'owner';

/** Owners do these; operators do all. */
export const ownersEvents: readonly CallersEvent[] = ['cancel', 'cancelNow', 'reactivate', 'changePlan'];

/** Things that happen by themselves, or follow from a caller's act, in the words of the page about them. */
export const ownEvents = {
  made: 'all steps of its making are done',
  failed: 'a step of its making failed five times',
  trialEnds: 'the trial ends',
  trialEndsUnverified: 'the trial ends, is to be billed, and no owner is verified',
  planWithoutPrice: 'a plan without price is chosen',
  invoicePastDue: 'an invoice is past due',
  graceEnds: '14 days are over',
  paid: 'no invoice is past due any more',
  cancelsOnComes: '`cancelsOnUtc` comes',
  reactivateOwing: 'reactivate, and an invoice is past due',
} as const;

export type OwnEvent = keyof typeof ownEvents;
const whileMade = { active: 'active', suspended: 'suspended' } as const;

/** The axis of a tenant's life: from each state to the next. The same state is one in which the event changes nothing here. */
export const lifecycleSteps: Steps<CallersEvent | 'made' | 'failed', LifecycleState> = {
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
};

const whileItRuns = { trialing: 'trialing', active: 'active', pastDue: 'pastDue', unpaid: 'unpaid' } as const;
const unchanged = { ...whileItRuns, ended: 'ended' } as const;
const end = { trialing: 'ended', active: 'ended', pastDue: 'ended', unpaid: 'ended' } as const;

/** The steps on the axis of its subscription. */
export const subscriptionSteps: Steps<CallersEvent | Exclude<OwnEvent, 'made' | 'failed'>, SubscriptionStatus> = {
  retry: unchanged,
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

/** Both axes, as far as they decide what is possible, with the one state that is shown of them. */
export interface Standing {
  readonly lifecycle: LifecycleState;
  readonly status: SubscriptionStatus;
}

/** Throws 409 where the event stands nowhere for these states. */
export function requirePossible(event: CallersEvent, standing: Standing, by: Side): void {
  if (!isPossible(event, standing)) {
    throw impossible(standing, by);
  }
}

/** The refusal of what is not possible now: it names the state, and what is possible for this caller. */
export function impossible(standing: Standing, by: Side, why = ''): AppError {
  return new AppError('invalid_transition', `The tenant is ${namesOf(standing)}${why}; ${waysOf(standing, by)}.`);
}

/** While an operator has suspended a tenant, its owners leave its plan and its payments as they are. */
export function isClosedToOwners({ lifecycle, status }: Standing): boolean {
  return lifecycle === 'suspended' && status !== 'ended';
}

/** The next status; an event that stands nowhere is an error of this process. */
export function nextStatus(event: keyof typeof subscriptionSteps, status: SubscriptionStatus): SubscriptionStatus {
  const next = subscriptionSteps[event][status];
  if (next === undefined) {
    throw new Error(`The event ${event} does not stand for a subscription that is ${status}.`);
  }
  return next;
}

function waysOf(standing: Standing, by: Side): string {
  if (standing.lifecycle === 'provisioning') {
    return 'wait until it is made';
  }
  const events = by === 'owner' ? ownersEvents : keysOf(callersEvents);
  const possible = events.filter(
    (event) =>
      isPossible(event, standing) &&
      !(by === 'owner' && event === 'changePlan' && isClosedToOwners(standing)) &&
      // A cancelled subscription may be cancelled again, which changes nothing, and so is no way on.
      !(standing.status === 'ended' && (event === 'cancel' || event === 'cancelNow')),
  );
  return possible.length === 0
    ? 'ask the operator of the CRM'
    : `possible are: ${possible.map((event) => callersEvents[event]).join(', ')}`;
}

function isPossible(event: CallersEvent, { lifecycle, status }: Standing): boolean {
  return lifecycleSteps[event][lifecycle] !== undefined && subscriptionSteps[event][status] !== undefined;
}

function namesOf({ lifecycle, status }: Standing): string {
  if (lifecycle === 'provisioning' || lifecycle === 'provisioningFailed') {
    return lifecycle;
  }
  const shown = status === 'ended' ? 'cancelled' : status;
  return lifecycle === 'suspended' ? `suspended, and its subscription is ${shown}` : shown;
}
