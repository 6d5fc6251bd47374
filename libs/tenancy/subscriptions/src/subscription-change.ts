import { dueAfterMs, type NewInvoice } from '@rapport/billing';
import { periodEnd } from './periods.ts';
import { isBilled, remindBeforeMs, type ChosenPlan, type Subscription, type Time } from './subscription.ts';
import { nextLifecycle, nextStatus } from './transitions.ts';

export type OwnersMail = 'trialEndsSoon' | 'pastDue' | 'suspendedByOperator' | 'suspendedUnpaid' | 'cancelled';

/** A subscription's event: a row of the audit, or an invoice, or a mail alone, with the mail that goes out with it. */
export interface Happening {
  readonly event?: string;
  readonly details?: Record<string, unknown>;
  /** Its subject, where that is not the tenant. */
  readonly subject?: string;
  readonly invoice?: Omit<NewInvoice, 'tenantId' | 'issuedOn' | 'dueOn'>;
  readonly mail?: OwnersMail;
  /** Whether it begins the deletion of the tenant. */
  readonly isDeletion?: true;
  /** Whether it happened by itself, and not because the caller asked for it. */
  readonly isDue: boolean;
}

/** A subscription that its transaction holds: what it is by now, and what happened to it on the way. */
export class SubscriptionChange {
  readonly now: Time;
  readonly happened: Happening[] = [];
  readonly #before: Subscription;
  #subscription: Subscription;
  #isDue = false;

  constructor(subscription: Subscription, now: Time) {
    this.#before = subscription;
    this.#subscription = subscription;
    this.now = now;
  }

  get subscription(): Subscription {
    return this.#subscription;
  }

  get isChanged(): boolean {
    return this.#subscription !== this.#before;
  }

  /** The work's changes and notes happen by themselves. */
  asDue(work: () => void): void {
    this.#isDue = true;
    work();
    this.#isDue = false;
  }

  set(values: Partial<Subscription>): void {
    this.#subscription = { ...this.#subscription, ...values };
  }

  note(event: string, details: Record<string, unknown> = {}, mail?: OwnersMail): void {
    this.happened.push({ event, details, isDue: this.#isDue, ...(mail && { mail }) });
  }

  noteOf(subject: string, event: string, details: Record<string, unknown>): void {
    this.happened.push({ event, details, subject, isDue: this.#isDue });
  }

  remind(): void {
    this.set({ remindOn: null });
    this.happened.push({ mail: 'trialEndsSoon', isDue: this.#isDue });
  }

  /** A change of the end takes with it what is planned for it, and the reminder of a trial's end. */
  moveEnd(periodEnds: Time): void {
    const { status, cancelsOn } = this.#subscription;
    this.set({ periodEnds, cancelsOn: cancelsOn === null ? null : periodEnds });
    if (status === 'trialing') {
      this.set({ trialEnds: periodEnds, remindOn: periodEnds - remindBeforeMs });
    }
  }

  /** The end of the trial is the first day of the months behind it. */
  beginTrial(): void {
    const ends = this.now + this.#subscription.plan.trialDays * 86_400_000;
    this.set({ firstDay: ends, periodBegan: this.now });
    this.moveEnd(ends);
  }

  /** A period begins, with its invoice where it is billed and an owner is there to get it. */
  beginPeriod(at: Time, firstDay: Time): void {
    this.set({ firstDay, periodBegan: at });
    this.moveEnd(periodEnd(firstDay, at));
    const { plan, periodEnds, firstDue, verifyBy } = this.#subscription;
    if (!isBilled(this.#subscription) || verifyBy !== null) {
      return;
    }
    const dueOn = this.now + dueAfterMs;
    this.set({ firstDue: firstDue === null ? dueOn : Math.min(firstDue, dueOn) });
    this.happened.push({
      invoice: { amount: plan.price ?? 0, currency: plan.currency, from: at, to: periodEnds },
      isDue: this.#isDue,
    });
  }

  takePlan(plan: ChosenPlan): void {
    this.note('subscription.planChanged', { planCode: plan.code, before: this.#subscription.plan.code });
    this.set({ plan, pendingPlan: null });
  }

  /** The tenant goes, and nothing more falls due of it. One that goes already stays as it is. */
  delete(event: 'delete' | 'neverVerified'): void {
    const { lifecycle: before } = this.#subscription;
    const lifecycle = nextLifecycle(event, before);
    if (lifecycle !== before) {
      this.set({ lifecycle, verifyBy: null, isUnverified: false });
      this.happened.push({ event: 'tenant.deletionRequested', isDeletion: true, isDue: this.#isDue });
    }
  }

  /** The subscription ends, and with it what waited for the end of the period. */
  end(event: 'cancel' | 'cancelNow' | 'cancelsOnComes' | 'trialEndsUnverified'): void {
    const { status: before } = this.#subscription;
    const status = nextStatus(event, before);
    const nothing = { cancelsOn: null, pendingPlan: null, pastDueSince: null, suspendsOn: null, remindOn: null };
    this.set({
      status,
      ...nothing,
      ...(before === 'trialing' && event === 'cancelNow' ? { trialEnds: this.now } : {}),
    });
    this.note('subscription.ended', {}, 'cancelled');
  }
}
