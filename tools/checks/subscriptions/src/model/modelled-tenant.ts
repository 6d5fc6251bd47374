import { dayMs, nextDay } from './days.ts';
import { isSelfService, priceOf, shrinks } from './plans.ts';

/** An invoice as the model knows it. Times are milliseconds since 1970, as everywhere in the model. */
export interface ModelledInvoice {
  status: 'open' | 'paid' | 'void';
  readonly amount: number;
  from: number;
  due: number;
}

export type Status = 'trialing' | 'active' | 'pastDue' | 'unpaid' | 'ended';
export type Effective = 'now' | 'periodEnd';

/**
 * A tenant that is made, as the pages of the contract have it: what falls due of it, and what each act leads to. An act
 * that is refused throws a Refusal, and the caller goes back to a copy of before.
 */
export class ModelledTenant {
  isSuspended = false;
  status: Status;
  billing: 'none' | 'manual';
  plan: string;
  pending: string | null = null;
  hasOverrides = false;
  /** Null once an owner is verified. */
  verifyBy: number | null;
  isUnverified = false;
  firstDay: number;
  began: number;
  ends: number;
  trialEnds: number | null = null;
  isCancelled = false;
  pastDueSince: number | null = null;
  suspendsOn: number | null = null;
  invoices: ModelledInvoice[] = [];
  /** The times at which acts of owners issued an invoice. */
  issuedByOwners: number[] = [];
  now: number;

  constructor(now: number, plan: string, billing: 'none' | 'manual', trialDays: number, verifyBy: number | null) {
    this.now = now;
    this.plan = plan;
    this.billing = billing;
    this.verifyBy = verifyBy;
    this.status = trialDays > 0 ? 'trialing' : 'active';
    [this.firstDay, this.began, this.ends] = [now, now, now];
    if (trialDays > 0) {
      this.#moveEnd(now + trialDays * dayMs);
      this.firstDay = this.ends;
    } else {
      this.#beginPeriod(now, now);
    }
  }

  get firstDue(): number | null {
    const due = this.invoices.flatMap(({ status, due: time }) => (status === 'open' ? [time] : []));
    return due.length === 0 ? null : Math.min(...due);
  }

  get state(): string {
    if (this.status === 'ended') {
      return 'cancelled';
    }
    return this.isSuspended || this.status === 'unpaid' || this.isUnverified ? 'suspended' : this.status;
  }

  get suspendedFor(): string[] {
    const reasons = [
      ...(this.isSuspended ? ['operator'] : []),
      ...(this.status === 'unpaid' ? ['unpaid'] : []),
      ...(this.isUnverified ? ['unverifiedEmail'] : []),
    ];
    return this.state === 'suspended' ? reasons : [];
  }

  /** Everything that is due by now, each in its turn. */
  fallDue(): void {
    for (let step = this.#nextStep(); step && step[0] <= this.now; step = this.#nextStep()) {
      step[1](step[0]);
    }
  }

  choosePlan(plan: string, effective: Effective | undefined, isOwner: boolean): void {
    refuseIf(isOwner && this.isSuspended && this.status !== 'ended', '403 subscription_required');
    this.#refusePlan(plan, isOwner && plan !== this.plan);
    refuseIf(this.status === 'ended', '409 invalid_transition');
    this.#refuseChoice(plan, isOwner);
    const byItself = this.status === 'trialing' || !shrinks(this.plan, plan, this.hasOverrides) ? 'now' : 'periodEnd';
    if (plan === this.plan) {
      this.pending = null;
    } else if ((effective ?? (isOwner ? byItself : 'now')) === 'periodEnd') {
      this.pending = plan;
    } else {
      this.#takePlan(plan, isOwner);
    }
  }

  cancel(effective: Effective): void {
    if (this.status !== 'ended' && (effective === 'now' || this.status === 'unpaid')) {
      this.trialEnds = this.status === 'trialing' ? this.now : this.trialEnds;
      this.#end();
    } else if (this.status !== 'ended') {
      this.isCancelled = true;
    }
  }

  reactivate(plan: string | undefined, isOwner: boolean): void {
    this.#refusePlan(plan ?? this.plan, isOwner);
    if (this.status !== 'ended') {
      refuseIf(plan !== undefined && plan !== this.plan, '409 invalid_transition');
      this.isCancelled = false;
      return;
    }
    this.#refuseChoice(plan ?? this.plan, isOwner);
    this.plan = plan ?? this.plan;
    const { firstDue } = this;
    this.pastDueSince = firstDue !== null && firstDue <= this.now ? firstDue : null;
    this.status = this.pastDueSince === null ? 'active' : 'unpaid';
    this.#beginPeriod(this.now, this.now, isOwner);
  }

  resume(): void {
    this.isSuspended = false;
    if (this.status === 'unpaid') {
      this.status = 'pastDue';
      this.suspendsOn = this.now + 14 * dayMs;
    }
    if (this.isUnverified) {
      this.isUnverified = false;
      this.verifyBy = this.now + 7 * dayMs;
    }
  }

  moveTrial(to: number): void {
    if (to !== this.trialEnds) {
      refuseIf(this.status !== 'trialing', '409 invalid_transition');
      refuseIf(to < this.began, '400 validation_failed');
      this.firstDay = to;
      this.#moveEnd(to);
    }
  }

  movePeriod(to: number): void {
    refuseIf(this.status === 'ended', '409 invalid_transition');
    if (to !== this.began && to !== this.ends) {
      refuseIf(to < this.began, '400 validation_failed');
      this.firstDay = to;
      this.#moveEnd(to);
    }
  }

  moveGrace(to: number): void {
    refuseIf(this.status !== 'pastDue', '409 invalid_transition');
    this.suspendsOn = to;
  }

  moveVerification(to: number): void {
    refuseIf(this.verifyBy === null, '409 invalid_transition');
    // A time that is there already lifts nothing.
    this.isUnverified = this.isUnverified && to === this.verifyBy;
    this.verifyBy = to;
  }

  verify(): void {
    this.verifyBy = null;
    this.isUnverified = false;
  }

  settle(invoice: ModelledInvoice, status: 'paid' | 'void'): void {
    refuseIf(invoice.status !== 'open' && invoice.status !== status, '409 invalid_transition');
    invoice.status = status;
    this.#lookWhetherPaid();
  }

  moveDue(invoice: ModelledInvoice, to: number): void {
    refuseIf(invoice.status !== 'open', '409 invalid_transition');
    invoice.due = to;
    this.#lookWhetherPaid();
  }

  /** All its times are so much earlier, as if so much time had passed. */
  pass(ms: number): void {
    this.verifyBy = earlier(this.verifyBy, ms);
    [this.trialEnds, this.pastDueSince] = [earlier(this.trialEnds, ms), earlier(this.pastDueSince, ms)];
    this.suspendsOn = earlier(this.suspendsOn, ms);
    [this.firstDay, this.began, this.ends] = [this.firstDay - ms, this.began - ms, this.ends - ms];
    this.invoices = this.invoices.map((one) => ({ ...one, from: one.from - ms, due: one.due - ms }));
    this.issuedByOwners = this.issuedByOwners.map((time) => time - ms);
  }

  copy(): ModelledTenant {
    const copied = Object.assign(Object.create(ModelledTenant.prototype) as ModelledTenant, this);
    copied.invoices = this.invoices.map((invoice) => ({ ...invoice }));
    copied.issuedByOwners = [...this.issuedByOwners];
    return copied;
  }

  #nextStep(): [number, (at: number) => void] | undefined {
    const { status, firstDue, suspendsOn, verifyBy, isUnverified } = this;
    const steps: [number, (at: number) => void][] = [
      ...(status === 'ended' ? [] : [[this.ends, (at: number) => this.#endPeriod(at)] as const]),
      ...(status === 'active' && firstDue !== null ? [[firstDue, (at: number) => this.#fallPastDue(at)] as const] : []),
      ...(status === 'pastDue' && suspendsOn !== null ? [[suspendsOn, () => this.#endGrace()] as const] : []),
      ...(verifyBy === null || isUnverified ? [] : [[verifyBy, () => (this.isUnverified = true)] as const]),
    ].map(([at, step]) => [at, step]);
    return steps.toSorted(([one], [other]) => one - other)[0];
  }

  #endPeriod(at: number): void {
    if (this.isCancelled || (this.status === 'trialing' && this.billing !== 'none' && this.verifyBy !== null)) {
      this.#end();
      return;
    }
    this.status = this.status === 'trialing' ? 'active' : this.status;
    [this.plan, this.pending] = [this.pending ?? this.plan, null];
    this.#beginPeriod(at, this.firstDay);
  }

  #fallPastDue(at: number): void {
    this.status = 'pastDue';
    this.pastDueSince = at;
    this.suspendsOn = Math.max(at + 14 * dayMs, this.now + dayMs);
  }

  #endGrace(): void {
    this.status = 'unpaid';
    this.suspendsOn = null;
  }

  #takePlan(plan: string, isOwner: boolean): void {
    const isDearer = (priceOf(plan) ?? 0) > (priceOf(this.plan) ?? 0);
    [this.plan, this.pending] = [plan, null];
    if (this.status === 'trialing' && !priceOf(plan)) {
      this.status = 'active';
      this.trialEnds = this.now;
      this.#beginPeriod(this.now, this.now, isOwner);
    } else if (this.status !== 'trialing' && isDearer) {
      this.#beginPeriod(this.now, this.now, isOwner);
    }
  }

  #beginPeriod(at: number, firstDay: number, isOwner = false): void {
    [this.firstDay, this.began] = [firstDay, at];
    this.#moveEnd(nextDay(firstDay, at));
    const amount = priceOf(this.plan) ?? 0;
    if (this.billing === 'none' || amount === 0) {
      return;
    }
    if (isOwner) {
      refuseIf(this.verifyBy !== null, '403 email_unverified');
      refuseIf(this.issuedByOwners.filter((time) => time > this.now - dayMs).length >= 5, '429 rate_limited');
      this.issuedByOwners.push(this.now);
    }
    if (this.verifyBy === null) {
      this.invoices.push({ status: 'open', amount, from: at, due: this.now + 30 * dayMs });
    }
  }

  #moveEnd(to: number): void {
    this.ends = to;
    this.trialEnds = this.status === 'trialing' ? to : this.trialEnds;
  }

  #end(): void {
    [this.status, this.isCancelled, this.pending] = ['ended', false, null];
    [this.pastDueSince, this.suspendsOn] = [null, null];
  }

  #lookWhetherPaid(): void {
    const { firstDue, status } = this;
    if ((status === 'pastDue' || status === 'unpaid') && (firstDue === null || firstDue > this.now)) {
      [this.status, this.pastDueSince, this.suspendsOn] = ['active', null, null];
    }
  }

  #refusePlan(plan: string, isOwner: boolean): void {
    refuseIf(priceOf(plan) === undefined || (isOwner && !isSelfService(plan)), '400 validation_failed');
  }

  #refuseChoice(plan: string, isOwner: boolean): void {
    const costs = this.billing === 'none' && Boolean(priceOf(plan));
    refuseIf(isOwner && plan !== this.plan && (this.hasOverrides || costs), '409 invalid_transition');
  }
}

/** The answer to an act that changes nothing: its status and code. */
export class Refusal extends Error {}

function refuseIf(isRefused: boolean, answer: string): void {
  if (isRefused) {
    throw new Refusal(answer);
  }
}

function earlier(time: number | null, ms: number): number | null {
  return time === null ? null : time - ms;
}
