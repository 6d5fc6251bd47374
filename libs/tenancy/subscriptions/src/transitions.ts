import { AppError, keysOf } from '@rapport/kernel';
import {
  callersEvents,
  isGoing,
  lifecycleSteps,
  ownersEvents,
  subscriptionSteps,
  type CallersEvent,
  type LifecycleState,
  type SubscriptionStatus,
} from '@rapport/kinds';

export type Side = 'operator' | 'owner';

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

/** The next state of its life; an event that stands nowhere is an error of this process. */
export function nextLifecycle(event: keyof typeof lifecycleSteps, lifecycle: LifecycleState): LifecycleState {
  const next = lifecycleSteps[event][lifecycle];
  if (next === undefined) {
    throw new Error(`The event ${event} does not stand for a tenant that is ${lifecycle}.`);
  }
  return next;
}

function waysOf(standing: Standing, by: Side): string {
  if (isGoing(standing.lifecycle)) {
    return 'it does not come back';
  }
  if (standing.lifecycle === 'provisioning') {
    return by === 'owner' ? 'wait until it is made' : 'wait until it is made, or delete it';
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
  if (lifecycle !== 'active' && lifecycle !== 'suspended') {
    return lifecycle;
  }
  const shown = status === 'ended' ? 'cancelled' : status;
  return lifecycle === 'suspended' ? `suspended, and its subscription is ${shown}` : shown;
}
