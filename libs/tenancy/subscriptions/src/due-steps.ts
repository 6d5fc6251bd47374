import type { SubscriptionChange } from './subscription-change.ts';
import { graceMinMs, graceMs, neverVerifiedMs, remindAgainMs, type Time } from './subscription.ts';
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
  const { lifecycle, status, periodEnds, cancelsOn, firstDue, suspendsOn } = subscription;
  const { remindOn, createdOn, verifyBy, isUnverified } = subscription;
  const isMade = lifecycle === 'active' || lifecycle === 'suspended';
  const ofMade: (Step | false)[] = [
    status !== 'ended' && { at: periodEnds, apply: cancelsOn === null ? endPeriod : cancel },
    status === 'active' && firstDue !== null && { at: firstDue, apply: fallPastDue },
    status === 'pastDue' && suspendsOn !== null && { at: suspendsOn, apply: endGrace },
    status !== 'ended' && remindOn !== null && { at: remindOn, apply: remind },
    !isUnverified && verifyBy !== null && { at: verifyBy, apply: closeUnverified },
  ];
  const steps = [
    ...(isMade ? ofMade : []),
    verifyBy !== null && { at: createdOn + neverVerifiedMs, apply: deleteNeverVerified },
  ];
  return steps.filter((step) => step !== false).toSorted((one, other) => one.at - other.at)[0];
}

/** A trial's end is the first day of the months that follow it. Without an owner to get their invoices there are none. */
function endPeriod(change: SubscriptionChange, at: Time): void {
  const { status, firstDay, pendingPlan, billing, verifyBy } = change.subscription;
  if (status === 'trialing') {
    change.note('subscription.trialEnded');
    if (billing !== 'none' && verifyBy !== null) {
      change.end('trialEndsUnverified');
      return;
    }
    change.set({ status: nextStatus('trialEnds', status), remindOn: null });
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
  change.set({ status, pastDueSince: at, suspendsOn: Math.max(at + graceMs, change.now + graceMinMs) });
  change.note('subscription.pastDue', {}, 'pastDue');
}

function endGrace(change: SubscriptionChange): void {
  change.set({ status: nextStatus('graceEnds', change.subscription.status), suspendsOn: null });
  change.note('subscription.unpaid', {}, 'suspendedUnpaid');
}

/** A trial that has ended by now is not announced any more. Mails go to verified owners alone, so without one it waits. */
function remind(change: SubscriptionChange): void {
  const { periodEnds, verifyBy } = change.subscription;
  if (periodEnds <= change.now) {
    change.set({ remindOn: null });
  } else if (verifyBy === null) {
    change.remind();
  } else {
    change.set({ remindOn: change.now + remindAgainMs });
  }
}

function closeUnverified(change: SubscriptionChange): void {
  change.set({ isUnverified: true });
  change.note('tenant.suspended', { suspendedFor: 'unverifiedEmail' });
}

function deleteNeverVerified(change: SubscriptionChange): void {
  change.delete('neverVerified');
}
