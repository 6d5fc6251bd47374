import { lives, secondsOf } from '@rapport/kernel';
import type { Billing, Entitlements, LifecycleState, Plan, SubscriptionStatus } from '@rapport/kinds';

/** A time of PostgreSQL's clock, in milliseconds since 1970, with microseconds behind the point. */
export type Time = number;

/** A plan, as far as it counts for those who are subscribed to it. */
export interface ChosenPlan extends Omit<Plan, 'name' | 'pricePerMonth'> {
  readonly price: number | null;
}

/** The subscription of a tenant, with both axes of its state. */
export interface Subscription {
  readonly tenantId: string;
  readonly organisationName: string;
  readonly lifecycle: LifecycleState;
  readonly status: SubscriptionStatus;
  readonly billing: Billing;
  readonly plan: ChosenPlan;
  readonly pendingPlan: ChosenPlan | null;
  readonly overrides: Partial<Entitlements>;
  /** Each period begins on the day of the month of this one. */
  readonly firstDay: Time;
  readonly periodBegan: Time;
  /** In a trial its end. Infinity until the tenant is made, because the trial or the first period begins then. */
  readonly periodEnds: Time;
  readonly trialEnds: Time | null;
  /** Null, or the end of the period. */
  readonly cancelsOn: Time | null;
  readonly pastDueSince: Time | null;
  readonly suspendsOn: Time | null;
  /** When the first open invoice is due. */
  readonly firstDue: Time | null;
  readonly remindOn: Time | null;
  readonly createdOn: Time;
  /** Null once an owner is verified, or where none has to be. */
  readonly verifyBy: Time | null;
  readonly isUnverified: boolean;
}

/** Whether nothing is to be paid; null is by agreement. */
export function isWithoutPrice({ price }: ChosenPlan): boolean {
  return price === null || price === 0;
}

/** Whether a period that begins is invoiced, once an owner is verified. */
export function isBilled({ billing, plan }: Subscription): boolean {
  return billing !== 'none' && !isWithoutPrice(plan);
}

export function isDearer(plan: ChosenPlan, than: ChosenPlan): boolean {
  return (plan.price ?? 0) > (than.price ?? 0);
}

export const graceMs = secondsOf(lives.grace) * 1_000;
/** Grace lasts at least so long from the moment when it is noted, however late that is. */
export const graceMinMs = 86_400_000;
export const verifyWithinMs = secondsOf(lives.unverifiedTenant) * 1_000;
export const neverVerifiedMs = secondsOf(lives.neverVerified) * 1_000;
export const remindBeforeMs = secondsOf(lives.trialReminder) * 1_000;
/** A reminder that no owner can get yet is tried again after this time. */
export const remindAgainMs = 3_600_000;
