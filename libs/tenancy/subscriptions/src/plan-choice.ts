import type { ChangeContext } from '@rapport/audit';
import { AppError, keysOf, validationFailed } from '@rapport/kernel';
import type { Effective } from '@rapport/kinds';
import type { SubscriptionChange } from './subscription-change.ts';
import { isDearer, isWithoutPrice, type ChosenPlan, type Subscription } from './subscription.ts';
import { nextStatus } from './transitions.ts';

/** Which plan a caller wants, and from when. */
export interface PlanChoice {
  readonly plan: ChosenPlan;
  /** Without it a plan that takes nothing away holds now, and another one from the end of the period. */
  readonly effective?: Effective | undefined;
}

/** Throws 400 where there is no such plan, or it is none that owners choose. */
export function requireChoosable(code: string, plan: ChosenPlan | undefined, isOwner: boolean): ChosenPlan {
  if (!plan) {
    throw validationFailed({ planCode: [`There is no plan ${code}.`] });
  }
  if (isOwner && !plan.isSelfService) {
    throw validationFailed({ planCode: [`The plan ${code} is by agreement with the operator of the CRM.`] });
  }
  return plan;
}

/**
 * Throws 409 where an owner would keep on another plan what an operator has given to this tenant, or would pay nothing for
 * it. The plan that it has is no choice.
 */
export function requireOwnersChoice(
  { actor }: ChangeContext,
  { subscription }: SubscriptionChange,
  plan: ChosenPlan,
): void {
  if (actor.kind !== 'user' || plan.code === subscription.plan.code) {
    return;
  }
  if (Object.keys(subscription.overrides).length > 0) {
    const why = 'The tenant has entitlements of its own, which are for its present plan';
    throw new AppError('invalid_transition', `${why}; ask the operator of the CRM for another plan.`);
  }
  if (subscription.billing === 'none' && !isWithoutPrice(plan)) {
    const why = `The tenant is not billed, and the plan ${plan.code} has a price`;
    throw new AppError('invalid_transition', `${why}; ask the operator of the CRM for it.`);
  }
}

/** Puts a subscription that runs on another plan. The one that it has takes back a change that waits. */
export function choosePlan(change: SubscriptionChange, { plan, effective }: PlanChoice): void {
  const { subscription } = change;
  if (plan.code === subscription.plan.code) {
    takeBackPending(change);
  } else if ((effective ?? effectiveOf(subscription, plan)) === 'now') {
    takePlanNow(change, plan);
  } else if (plan.code !== subscription.pendingPlan?.code) {
    change.set({ pendingPlan: plan });
    change.note('subscription.planPlanned', { planCode: plan.code });
  }
}

function takeBackPending(change: SubscriptionChange): void {
  if (change.subscription.pendingPlan) {
    change.set({ pendingPlan: null });
    change.note('subscription.changed', { pendingPlanCode: null });
  }
}

/** A dearer plan begins a period. In a trial the end stays, unless the plan costs nothing: then there is nothing to try. */
function takePlanNow(change: SubscriptionChange, plan: ChosenPlan): void {
  const { status, plan: before } = change.subscription;
  change.takePlan(plan);
  if (status === 'trialing' && isWithoutPrice(plan)) {
    change.set({ status: nextStatus('planWithoutPrice', status), trialEnds: change.now, remindOn: null });
    change.beginPeriod(change.now, change.now);
  } else if (status !== 'trialing' && isDearer(plan, before)) {
    change.beginPeriod(change.now, change.now);
  }
}

function effectiveOf(subscription: Subscription, plan: ChosenPlan): Effective {
  return subscription.status === 'trialing' || !isLess(subscription, plan) ? 'now' : 'periodEnd';
}

/** Whether an entitlement shrinks. What the tenant has of its own is not the plan's. */
function isLess({ plan: before, overrides }: Subscription, plan: ChosenPlan): boolean {
  return keysOf(before.entitlements).some(
    (name) => !Object.hasOwn(overrides, name) && sizeOf(plan.entitlements[name]) < sizeOf(before.entitlements[name]),
  );
}

function sizeOf(value: number | boolean | null): number {
  return value === null ? Infinity : Number(value);
}
