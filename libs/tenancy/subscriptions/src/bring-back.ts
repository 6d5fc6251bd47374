import { lifecycleSteps } from '@rapport/kinds';
import type { SubscriptionChange } from './subscription-change.ts';
import { graceMs, verifyWithinMs, type ChosenPlan } from './subscription.ts';
import { nextStatus } from './transitions.ts';

/** Lifts all for which the tenant is suspended. */
export function resume(change: SubscriptionChange): void {
  const { lifecycle, status, isUnverified } = change.subscription;
  const lifted = [
    ...(lifecycle === 'suspended' ? ['operator'] : []),
    ...(status === 'unpaid' ? ['unpaid'] : []),
    ...(isUnverified ? ['unverifiedEmail'] : []),
  ];
  if (lifted.length === 0) {
    return;
  }
  change.set({ lifecycle: lifecycleSteps.resume[lifecycle] ?? lifecycle, status: nextStatus('resume', status) });
  if (status === 'unpaid') {
    change.set({ suspendsOn: change.now + graceMs });
  }
  if (isUnverified) {
    change.set({ isUnverified: false, verifyBy: change.now + verifyWithinMs });
  }
  change.note('tenant.resumed', { lifted });
}

/** There is no second trial. What was owed before is owed still. */
export function beginAgain(change: SubscriptionChange, plan: ChosenPlan): void {
  const { status, firstDue } = change.subscription;
  const owes = firstDue !== null && firstDue <= change.now;
  change.set({ plan, status: nextStatus(owes ? 'reactivateOwing' : 'reactivate', status) });
  change.set({ pastDueSince: owes ? firstDue : null });
  change.note('subscription.reactivated', { planCode: plan.code });
  change.beginPeriod(change.now, change.now);
}
