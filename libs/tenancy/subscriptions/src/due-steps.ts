import type { SubscriptionChange } from './subscription-change.ts';
import { graceMs, type Time } from './subscription.ts';
import { nextStatus } from './transitions.ts';

/** Applies every step that is due, in the order of their times. What is done late begins when it was due. */
export function applyDueSteps(change: SubscriptionChange): void {
  change.asDue(() => {
    for (let step = nextStep(change); step && step.at <= change.now; step = nextStep(change)) {
      step.apply(change, step.at);
    }
  });
}

interface Step {
  readonly at: Time;
  readonly apply: (change: SubscriptionChange, at: Time) => void;
}

/** The next of all that happens by itself. */
function nextStep({ subscription }: SubscriptionChange): Step | undefined {
  const { status, periodEnds, cancelsOn, firstDue, suspendsOn, remindOn, verifyBy, isUnverified } = subscription;
  const steps: (Step | false)[] = [
    status !== 'ended' && { at: periodEnds, apply: cancelsOn === null ? endPeriod : cancel },
    status === 'active' && firstDue !== null && { at: firstDue, apply: fallPastDue },
    status === 'pastDue' && suspendsOn !== null && { at: suspendsOn, apply: endGrace },
    status !== 'ended' && remindOn !== null && { at: remindOn, apply: remind },
    !isUnverified && verifyBy !== null && { at: verifyBy, apply: closeUnverified },
  ];
  return steps.filter((step) => step !== false).toSorted((one, other) => one.at - other.at)[0];
}

/** A trial's end is the first day of the months that follow it. */
function endPeriod(change: SubscriptionChange, at: Time): void {
  const { status, firstDay, pendingPlan } = change.subscription;
  if (status === 'trialing') {
    change.set({ status: nextStatus('trialEnds', status), remindOn: null });
    change.note('subscription.trialEnded');
  }
  if (pendingPlan) {
    change.takePlan(pendingPlan);
  }
  change.beginPeriod(at, firstDay);
}

function cancel(change: SubscriptionChange): void {
  change.end('cancelsOnComes');
}

function fallPastDue(change: SubscriptionChange, at: Time): void {
  const status = nextStatus('invoicePastDue', change.subscription.status);
  change.set({ status, pastDueSince: at, suspendsOn: at + graceMs });
  change.note('subscription.pastDue', {}, 'pastDue');
}

function endGrace(change: SubscriptionChange): void {
  change.set({ status: nextStatus('graceEnds', change.subscription.status), suspendsOn: null });
  change.note('subscription.unpaid', {}, 'suspendedUnpaid');
}

/** A trial that has ended by now is not announced any more. */
function remind(change: SubscriptionChange): void {
  if (change.subscription.periodEnds > change.now) {
    change.remind();
  } else {
    change.set({ remindOn: null });
  }
}

function closeUnverified(change: SubscriptionChange): void {
  change.set({ isUnverified: true });
  change.note('tenant.suspended', { suspendedFor: 'unverifiedEmail' });
}
