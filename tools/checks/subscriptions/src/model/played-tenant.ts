import { createClient } from '@rapport/http-contract/client';
import { ownerContract } from '@rapport/subscription-contract';
import { codeOf, done, newEmail, newName, until, type Operator } from '@rapport/testbed';
import type { Client } from 'pg';
import { doToModel, type Act, type Moved } from './acts.ts';
import { dayMs } from './days.ts';
import { Refusal, type ModelledTenant } from './modelled-tenant.ts';

/** A tenant of the platform with its model: each act is done to both, and both must then be alike. */
export class PlayedTenant {
  readonly #model: ModelledTenant;
  readonly #params: { readonly tenantId: string };
  readonly #operator: Operator;
  readonly #owner: ReturnType<typeof ownerWith>;
  readonly #control: Client;
  readonly #now: () => number;
  readonly #done: string[] = [];
  #moved: Moved | undefined;

  constructor(model: ModelledTenant, tenantId: string, platform: PlayedPlatform, token: string) {
    this.#model = model;
    this.#params = { tenantId };
    this.#operator = platform.operator;
    this.#owner = ownerWith(platform.baseUrl, token);
    this.#control = platform.control;
    this.#now = platform.now;
  }

  async play(act: Act): Promise<void> {
    const model = this.#model;
    model.now = this.#now();
    this.#moved = act.name === 'move' ? { what: act.what, to: model.now + act.days * dayMs } : this.#moved;
    const expected = this.#expect(act);
    const answer = await this.#do(act);
    this.#done.push(`${JSON.stringify(act)}: ${answer}`);
    if (answer !== expected) {
      throw new Error(`Expected ${expected}.\n${this.#report()}`);
    }
    await this.untilAlike();
  }

  /** The platform does within seconds by itself what is due of a tenant whose act was refused. */
  async untilAlike(): Promise<void> {
    let difference: string | undefined;
    await until(
      async () => (difference = await this.#difference()) === undefined,
      patienceMs,
      () => `${difference}\n${this.#report()}`,
    );
  }

  /** The answer that the model gives; what is due comes first, and stays where the act is refused. */
  #expect(act: Act): string {
    const model = this.#model;
    model.fallDue();
    const before = model.copy();
    try {
      doToModel(model, act, this.#moved);
      model.fallDue();
      return 'done';
    } catch (error) {
      if (error instanceof Refusal) {
        Object.assign(model, before);
        return error.message;
      }
      throw error;
    }
  }

  async #do(act: Act): Promise<string> {
    const [params, operator] = [this.#params, this.#operator];
    switch (act.name) {
      case 'plan': {
        const body = { planCode: act.plan, ...(act.effective && { effective: act.effective }) };
        return outcomeOf(
          await (act.by === 'owner' ? this.#owner.chooseOwnPlan : operator.changePlan)({ params, body }),
        );
      }
      case 'cancel': {
        const body = { effective: act.effective };
        const cancel = act.by === 'owner' ? this.#owner.cancelOwnSubscription : operator.cancelSubscription;
        return outcomeOf(await cancel({ params, body }));
      }
      case 'reactivate': {
        const body = act.plan === undefined ? {} : { planCode: act.plan };
        const reactivate = act.by === 'owner' ? this.#owner.reactivateOwnSubscription : operator.reactivateSubscription;
        return outcomeOf(await reactivate({ params, body }));
      }
      case 'suspend':
        return outcomeOf(await operator.suspendTenant({ params }));
      case 'resume':
        return outcomeOf(await operator.resumeTenant({ params }));
      case 'bill':
        return outcomeOf(await operator.changeSubscription({ params, body: { billing: act.billing } }));
      case 'override':
        return outcomeOf(
          await operator.changeEntitlements({ params, body: act.isOwn ? { users: 1_000 } : { inherit: ['users'] } }),
        );
      case 'verify':
        return this.#verify();
      case 'move':
      case 'again':
        return this.#move();
      case 'settle':
      case 'due':
        return this.#settle(act);
      case 'pass':
        await this.#control.query(passTime, [params.tenantId, act.days]);
        return 'done';
    }
  }

  async #move(): Promise<string> {
    if (this.#moved === undefined) {
      return 'done';
    }
    const body = { [this.#moved.what]: new Date(this.#moved.to).toISOString() };
    return outcomeOf(await this.#operator.changeSubscription({ params: this.#params, body }));
  }

  /** An owner whom an operator adds is verified. One is enough, because plans bound the users. */
  async #verify(): Promise<string> {
    const { verifyByUtc } = done(await this.#operator.getTenant({ params: this.#params }), 200);
    if (verifyByUtc === null) {
      return 'done';
    }
    const body = { email: newEmail(), name: newName(), role: 'owner', dataScope: 'all' as const };
    return outcomeOf(await this.#operator.createUser({ params: this.#params, body }));
  }

  async #settle(act: Extract<Act, { name: 'settle' | 'due' }>): Promise<string> {
    const invoices = await this.#invoices();
    const invoice = invoices[act.which % invoices.length];
    if (invoice === undefined) {
      return 'done';
    }
    const params = { ...this.#params, invoiceId: invoice.invoiceId };
    if (act.name === 'due') {
      const body = { dueOnUtc: new Date(this.#model.now + act.days * dayMs).toISOString() };
      return outcomeOf(await this.#operator.changeInvoice({ params, body }));
    }
    const settle = act.status === 'paid' ? this.#operator.payInvoice : this.#operator.voidInvoice;
    return outcomeOf(await settle({ params }));
  }

  /** As they were issued. */
  async #invoices() {
    const { invoices } = done(await this.#operator.listInvoices({ params: this.#params }), 200);
    return invoices.toSorted((one, other) => one.number - other.number);
  }

  /** The model takes over times to the millisecond, because it does not know when exactly the platform did an act. */
  async #difference(): Promise<string | undefined> {
    const model = this.#model;
    const shown = done(await this.#operator.getTenant({ params: this.#params }), 200);
    const invoices = await this.#invoices();
    const { subscription } = shown;
    if (subscription === null) {
      return 'the tenant is deleted.';
    }
    const ends = Date.parse(subscription.periodEndsOnUtc ?? '');
    const pairs: [string, unknown, unknown][] = [
      ['state', shown.state, model.state],
      ['suspendedFor', shown.suspendedFor.join(), model.suspendedFor.join()],
      ['status', subscription.status, model.status],
      ['billing', subscription.billing, model.billing],
      ['plan', subscription.planCode, model.plan],
      ['pending plan', subscription.pendingPlanCode, model.pending],
      ['cancelsOnUtc', subscription.cancelsOnUtc, model.isCancelled ? subscription.periodEndsOnUtc : null],
      ['invoices', invoices.map(shownInvoice).join(), model.invoices.map(shownInvoice).join()],
      ['periodEndsOnUtc', ...times(ends, model.ends)],
      ['trialEndsOnUtc', ...times(timeOf(subscription.trialEndsOnUtc), model.trialEnds)],
      ['pastDueSinceUtc', ...times(timeOf(subscription.pastDueSinceUtc), model.pastDueSince)],
      ['suspendsOnUtc', ...times(timeOf(subscription.suspendsOnUtc), model.suspendsOn)],
      ['verifyByUtc', ...times(timeOf(shown.verifyByUtc), model.verifyBy)],
      ...invoices.flatMap(({ periodFrom, dueOnUtc }, at): [string, unknown, unknown][] => [
        ['periodFrom', ...times(Date.parse(periodFrom), model.invoices[at]?.from ?? null)],
        ['dueOnUtc', ...times(Date.parse(dueOnUtc), model.invoices[at]?.due ?? null)],
      ]),
    ];
    const different = pairs.find(([, one, other]) => one !== other);
    if (different) {
      const [name, one, other] = different;
      return `${name} is ${String(one)}, and should be ${String(other)}.`;
    }
    const late = ends - model.ends;
    Object.assign(model, { ends, firstDay: model.firstDay + late, began: model.began + late });
    model.trialEnds = timeOf(subscription.trialEndsOnUtc);
    model.pastDueSince = timeOf(subscription.pastDueSinceUtc);
    model.suspendsOn = timeOf(subscription.suspendsOnUtc);
    model.verifyBy = timeOf(shown.verifyByUtc);
    for (const [at, { periodFrom, dueOnUtc }] of invoices.entries()) {
      Object.assign(model.invoices[at] ?? {}, { from: Date.parse(periodFrom), due: Date.parse(dueOnUtc) });
    }
    return undefined;
  }

  #report(): string {
    return `The tenant ${this.#params.tenantId} was brought there by\n${this.#done.join('\n')}`;
  }
}

export interface PlayedPlatform {
  readonly baseUrl: string;
  readonly operator: Operator;
  readonly control: Client;
  readonly now: () => number;
}

function ownerWith(baseUrl: string, token: string) {
  return createClient(ownerContract, { baseUrl, headers: () => ({ authorization: `Bearer ${token}` }) });
}

function outcomeOf({ status, body }: { readonly status: number; readonly body: unknown }): string {
  return status < 300 ? 'done' : `${status} ${codeOf(body)}`;
}

function shownInvoice({ status, amount }: { readonly status: string; readonly amount: number }): string {
  return `${status} ${amount}`;
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

/** Times that are near enough are the same. */
function times(shown: number | null, modelled: number | null): [unknown, unknown] {
  const isNear = shown !== null && modelled !== null && Math.abs(shown - modelled) < nearMs;
  return isNear ? [undefined, undefined] : [textOf(shown), textOf(modelled)];
}

function textOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

const nearMs = 10_000;
const patienceMs = 10_000;

/** As if days had passed: all times of the tenant are earlier. Of what owners issued, a day and more are the same. */
const passTime = `with days as (select $2::int * interval '1 day' as passed), tenant as (
  update control.tenant set verify_by = verify_by - passed from days where id = $1
), invoice as (
  update control.invoice set period_from = period_from - passed, period_to = period_to - passed,
    issued_on = issued_on - passed, due_on = due_on - passed from days where tenant_id = $1
), audit as (
  update control.audit set at = at - least(passed, interval '2 days') from days
  where tenant_id = $1 and event = 'invoice.issued' and at > now() - interval '2 days'
)
update control.subscription set first_day = first_day - passed, period_began = period_began - passed,
  period_ends = period_ends - passed, trial_ends = trial_ends - passed, cancels_on = cancels_on - passed,
  past_due_since = past_due_since - passed, suspends_on = suspends_on - passed, first_due = first_due - passed,
  remind_on = remind_on - passed
from days where tenant_id = $1`;
