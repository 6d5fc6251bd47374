import { requireVerified, type StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Invoices } from '@rapport/billing';
import type { Database, Sql } from '@rapport/database';
import type { DeletionProofs } from '@rapport/deletions';
import { AppError, dateTimeAt, type CallContext } from '@rapport/kernel';
import type { BegunDeletion, Billing, CallersEvent, Effective, Invoice } from '@rapport/kinds';
import { tooOften } from '@rapport/rate-limit';
import { beginAgain, resume } from './bring-back.ts';
import { applyDueSteps } from './due-steps.ts';
import { choosePlan, requireChoosable, requireOwnersChoice } from './plan-choice.ts';
import { SubscriptionChange } from './subscription-change.ts';
import { changeByOperator, type OperatorsChange } from './operators-change.ts';
import type { HeldSubscription, SubscriptionStore } from './subscription-store.ts';
import { clock, type SubscriptionWriting } from './subscription-writing.ts';
import { isBilled, type ChosenPlan, type Subscription } from './subscription.ts';
import { impossible, isClosedToOwners, nextStatus, requirePossible, type Side, type Standing } from './transitions.ts';

/**
 * The acts of operators and owners on subscriptions. Each change holds the tenant's subscription, applies what is due
 * first, and holds on every replica when it is answered. One whose result is there already writes nothing.
 */
export class Subscriptions {
  readonly #database: Database;
  readonly #store: SubscriptionStore;
  readonly #writing: SubscriptionWriting;
  readonly #invoices: Invoices;
  readonly #publisher: StatePublisher;
  readonly #deletions: DeletionProofs;

  constructor(
    database: Database,
    store: SubscriptionStore,
    writing: SubscriptionWriting,
    invoices: Invoices,
    publisher: StatePublisher,
    deletions: DeletionProofs,
  ) {
    this.#database = database;
    this.#store = store;
    this.#writing = writing;
    this.#invoices = invoices;
    this.#publisher = publisher;
    this.#deletions = deletions;
  }

  /** Throws 400 where the installation cannot bill so. */
  requireBilling(billing: Billing | undefined): void {
    if (billing === 'manual') {
      this.#invoices.requirePaymentText();
    }
  }

  /** Opens a tenant whose making is done. Its trial or its first period begins then. One that is open stays as it is. */
  async open(context: CallContext, tenantId: string): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const { subscription, now } = await this.#hold(context, sql, tenantId);
      if (subscription.lifecycle === 'provisioning') {
        const change = new SubscriptionChange(subscription, now);
        change.set({ lifecycle: 'active' });
        if (subscription.status === 'trialing') {
          change.beginTrial();
        } else {
          change.beginPeriod(now, now);
        }
        await this.#writing.write({ ...context, actor: clock }, sql, change);
      }
    });
    await this.#publisher.publishTenant(context, tenantId);
  }

  /** Voids the first invoice of a tenant whose creation is taken back, in the transaction that does it. */
  async takeBack(context: ChangeContext, sql: Sql, tenantId: string): Promise<void> {
    for (const invoiceId of await this.#invoices.voidAll(context, sql, tenantId)) {
      await audit(context, sql, tenantId, 'invoice.voided', invoiceId);
    }
  }

  async suspend(context: ChangeContext, tenantId: string): Promise<void> {
    await this.#change(context, tenantId, 'suspend', (change) => {
      if (change.subscription.lifecycle !== 'suspended') {
        change.set({ lifecycle: 'suspended' });
        change.note('tenant.suspended', { suspendedFor: 'operator' }, 'suspendedByOperator');
      }
    });
  }

  /** Lifts all for which the tenant is suspended. */
  async resume(context: ChangeContext, tenantId: string): Promise<void> {
    await this.#change(context, tenantId, 'resume', resume);
  }

  /** A subscription that is unpaid ends at once. */
  async cancel(context: ChangeContext, tenantId: string, effective: Effective = 'periodEnd'): Promise<void> {
    const event = effective === 'now' ? 'cancelNow' : 'cancel';
    await this.#change(context, tenantId, event, (change) => {
      const { status, cancelsOn, periodEnds } = change.subscription;
      if (status !== 'ended' && nextStatus(event, status) === 'ended') {
        change.end(event);
      } else if (status !== 'ended' && cancelsOn === null) {
        change.set({ cancelsOn: periodEnds });
        change.note('subscription.cancelPlanned', { cancelsOnUtc: dateTimeAt(periodEnds) });
      }
    });
  }

  /** Takes back what was cancelled. A subscription that has ended begins another period, with the plan that it had or another one. */
  async reactivate(context: ChangeContext, tenantId: string, planCode?: string): Promise<void> {
    await this.#change(context, tenantId, undefined, async (change, sql) => {
      const { status, cancelsOn, plan } = change.subscription;
      const wanted = await this.#plan(context, sql, planCode ?? plan.code);
      requirePossible('reactivate', change.subscription, sideOf(context));
      if (status === 'ended') {
        requireOwnersChoice(context, change, wanted);
        beginAgain(change, wanted);
      } else if (wanted.code !== plan.code) {
        const why = ' and has another plan, which reactivating does not change';
        throw impossible(change.subscription, sideOf(context), why);
      } else if (cancelsOn !== null) {
        change.set({ cancelsOn: null });
        change.note('subscription.reactivated');
      }
    });
  }

  /** An owner may choose one of the self-service plans, and none while an operator has suspended the tenant. */
  async changePlan(
    context: ChangeContext,
    tenantId: string,
    { planCode, effective }: { readonly planCode: string; readonly effective?: Effective | undefined },
  ): Promise<void> {
    await this.#change(context, tenantId, undefined, async (change, sql) => {
      const { plan: present } = change.subscription;
      requireOpen(context, change.subscription);
      const plan = planCode === present.code ? present : await this.#plan(context, sql, planCode);
      requirePossible('changePlan', change.subscription, sideOf(context));
      requireOwnersChoice(context, change, plan);
      choosePlan(change, { plan, effective });
    });
  }

  /** Closes the tenant for ever; what it had is erased behind the answer. One that goes already stays as it is. */
  async delete(context: ChangeContext, tenantId: string): Promise<BegunDeletion> {
    const begun = await this.#deletions.stateOf(context, tenantId);
    if (begun === undefined) {
      await this.#change(context, tenantId, 'delete', (change) => change.delete('delete'));
    }
    return { tenantId, state: begun ?? 'deleting' };
  }

  /** Throws 404, or 409 where the event stands nowhere for the tenant as it is. */
  async requirePossible(
    context: ChangeContext,
    tenantId: string,
    event: CallersEvent,
    sql: Sql = this.#database.control,
  ): Promise<void> {
    const { subscription } = await this.#find(context, tenantId, sql);
    requirePossible(event, subscription, sideOf(context));
  }

  /** Throws 403 where an operator has suspended the tenant, to whom an owner then has to turn. */
  async requireOpenToOwner(context: ChangeContext, tenantId: string): Promise<void> {
    const { subscription } = await this.#find(context, tenantId);
    requireOpen(context, subscription);
  }

  /** An operator's change by hand. */
  async change(context: ChangeContext, tenantId: string, wanted: OperatorsChange): Promise<void> {
    this.requireBilling(wanted.billing);
    await this.#change(context, tenantId, 'changeSubscription', (change) => changeByOperator(change, wanted));
  }

  /** The open ones first, then the others, each newest first, 200 at most. An operator sees none of a tenant that is being made, and all of one that goes. */
  async invoices(context: ChangeContext, tenantId: string): Promise<Invoice[]> {
    if (!isOwner(context) && (await this.#deletions.stateOf(context, tenantId)) === undefined) {
      await this.requirePossible(context, tenantId, 'settleInvoice');
    }
    return this.#invoices.list(context, tenantId);
  }

  async settleInvoice(
    context: ChangeContext,
    tenantId: string,
    invoiceId: string,
    status: 'paid' | 'void',
  ): Promise<void> {
    const event = status === 'paid' ? 'invoice.paid' : 'invoice.voided';
    await this.#changeInvoice(context, tenantId, invoiceId, { event }, (sql) =>
      this.#invoices.settle(context, sql, tenantId, invoiceId, status),
    );
  }

  async changeInvoiceDue(context: ChangeContext, tenantId: string, invoiceId: string, dueOnUtc: string): Promise<void> {
    const noted = { event: 'invoice.changed', details: { dueOnUtc } };
    await this.#changeInvoice(context, tenantId, invoiceId, noted, (sql) =>
      this.#invoices.changeDue(context, sql, tenantId, invoiceId, dueOnUtc),
    );
  }

  /** The subscription is paid where no invoice is past due any more. */
  async #changeInvoice(
    context: ChangeContext,
    tenantId: string,
    invoiceId: string,
    { event, details = {} }: { readonly event: string; readonly details?: Record<string, unknown> },
    work: (sql: Sql) => Promise<boolean>,
  ): Promise<void> {
    await this.#change(context, tenantId, 'settleInvoice', async (change, sql) => {
      if (!(await work(sql))) {
        return;
      }
      change.noteOf(invoiceId, event, details);
      const firstDue = await this.#invoices.firstDue(context, sql, tenantId);
      change.set({ firstDue });
      const { status } = change.subscription;
      if ((status === 'pastDue' || status === 'unpaid') && (firstDue === null || firstDue > change.now)) {
        change.set({ status: nextStatus('paid', status), pastDueSince: null, suspendsOn: null });
        change.note('subscription.paid');
      }
    });
  }

  async #change(
    context: ChangeContext,
    tenantId: string,
    event: CallersEvent | undefined,
    work: (change: SubscriptionChange, sql: Sql) => Promise<void> | void,
  ): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      const { subscription, now } = await this.#hold(context, sql, tenantId);
      const change = new SubscriptionChange(subscription, now);
      applyDueSteps(change);
      if (event !== undefined) {
        requirePossible(event, change.subscription, sideOf(context));
      }
      const { periodBegan } = change.subscription;
      await work(change, sql);
      if (isOwner(context) && change.subscription.periodBegan !== periodBegan) {
        await this.#requireMayOwe(context, sql, change.subscription);
      }
      applyDueSteps(change);
      await this.#writing.write(context, sql, change);
    });
    await this.#publisher.publishTenant(context, tenantId);
    // While the cell is away, the mails of a tenant that is open again wait until the pause of their turns is over.
    await this.#store.callForTurn(context, this.#database, tenantId).catch(() => undefined);
  }

  /** The number of each invoice stays in the books, so owners cause few in a day, and none before one of them is verified. */
  async #requireMayOwe(context: ChangeContext, sql: Sql, subscription: Subscription): Promise<void> {
    if (isBilled(subscription)) {
      requireVerified({ tenant: { isVerified: subscription.verifyBy === null } });
      const { count, waitMs } = await this.#store.ownersInvoices(context, sql, subscription.tenantId);
      if (count >= ownersInvoicesInDay) {
        const problem = 'Owners of this tenant have begun as many periods that are invoiced in a day as they may';
        throw tooOften(problem, waitMs, 'Nothing was changed; the operator of the CRM can change the plan meanwhile.');
      }
    }
  }

  async #hold(context: CallContext, sql: Sql, tenantId: string): Promise<HeldSubscription> {
    const held = await this.#store.hold(context, sql, tenantId);
    if (!held) {
      throw await this.#store.whyMissing(context, sql, tenantId);
    }
    return held;
  }

  async #find(context: CallContext, tenantId: string, sql: Sql = this.#database.control): Promise<HeldSubscription> {
    const found = await this.#store.find(context, sql, tenantId);
    if (!found) {
      throw await this.#store.whyMissing(context, sql, tenantId);
    }
    return found;
  }

  async #plan(context: ChangeContext, sql: Sql, planCode: string): Promise<ChosenPlan> {
    return requireChoosable(planCode, await this.#store.plan(context, sql, planCode), isOwner(context));
  }
}

function requireOpen(context: ChangeContext, standing: Standing): void {
  if (isOwner(context) && isClosedToOwners(standing)) {
    const why =
      'The operator of the CRM has suspended the tenant; its plan and payments have to wait until it is resumed.';
    throw new AppError('subscription_required', why);
  }
}

function isOwner(context: ChangeContext): boolean {
  return sideOf(context) === 'owner';
}

function sideOf({ actor }: ChangeContext): Side {
  return actor.kind === 'user' ? 'owner' : 'operator';
}

const ownersInvoicesInDay = 5;
