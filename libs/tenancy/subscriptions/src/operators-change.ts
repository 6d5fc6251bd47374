import { dateTimeAt, validationFailed } from '@rapport/kernel';
import type { Billing } from '@rapport/kinds';
import type { SubscriptionChange } from './subscription-change.ts';
import type { Time } from './subscription.ts';
import { impossible } from './transitions.ts';

/** An operator's changes of a subscription by hand. What is left out stays. */
export interface OperatorsChange {
  readonly trialEnds?: Time | undefined;
  readonly periodEnds?: Time | undefined;
  readonly verifyBy?: Time | undefined;
  readonly suspendsOn?: Time | undefined;
  readonly billing?: Billing | undefined;
}

/** Throws 409 where the subscription has no such time now, and 400 where an end would be before its beginning. */
export function changeByOperator(change: SubscriptionChange, wanted: OperatorsChange): void {
  const { trialEnds, periodEnds, verifyBy, suspendsOn, billing } = wanted;
  requireThere(change, wanted);
  const changed: Record<string, unknown> = {};
  const end = trialEnds ?? periodEnds;
  if (end !== undefined && !isThere(change, wanted)) {
    requireBehindBegin(change, end, trialEnds === undefined ? 'periodEndsOnUtc' : 'trialEndsOnUtc');
    change.set({ firstDay: end });
    change.moveEnd(end);
    changed[trialEnds === undefined ? 'periodEndsOnUtc' : 'trialEndsOnUtc'] = dateTimeAt(end);
  }
  if (verifyBy !== undefined && verifyBy !== change.subscription.verifyBy) {
    change.set({ verifyBy, isUnverified: false });
    changed['verifyByUtc'] = dateTimeAt(verifyBy);
  }
  if (suspendsOn !== undefined && suspendsOn !== change.subscription.suspendsOn) {
    change.set({ suspendsOn });
    changed['suspendsOnUtc'] = dateTimeAt(suspendsOn);
  }
  if (billing !== undefined && billing !== change.subscription.billing) {
    change.set({ billing });
    changed['billing'] = billing;
  }
  if (Object.keys(changed).length > 0) {
    change.note('subscription.changed', changed);
  }
}

/** Whether the end is there already, or has come: a period that ends where it began would be another one of no length. */
function isThere({ subscription }: SubscriptionChange, { trialEnds, periodEnds }: OperatorsChange): boolean {
  const { periodBegan, periodEnds: present, trialEnds: lastTrial } = subscription;
  return trialEnds === undefined ? periodEnds === present || periodEnds === periodBegan : trialEnds === lastTrial;
}

function requireThere(change: SubscriptionChange, wanted: OperatorsChange): void {
  const { subscription } = change;
  const { status, verifyBy } = subscription;
  if (wanted.trialEnds !== undefined && status !== 'trialing' && !isThere(change, wanted)) {
    throw impossible(subscription, 'operator', ', so no trial can be moved');
  }
  if (wanted.periodEnds !== undefined && status === 'ended') {
    throw impossible(subscription, 'operator', ', so no period can be moved');
  }
  if (wanted.suspendsOn !== undefined && status !== 'pastDue') {
    throw impossible(subscription, 'operator', ', so no grace can be moved');
  }
  if (wanted.verifyBy !== undefined && verifyBy === null) {
    throw impossible(subscription, 'operator', ', and no owner has to verify an address');
  }
}

function requireBehindBegin({ subscription }: SubscriptionChange, end: Time, name: string): void {
  if (end < subscription.periodBegan) {
    const began = dateTimeAt(subscription.periodBegan);
    throw validationFailed({ [name]: [`It cannot end before it began, which was at ${began}.`] });
  }
}
