import { audit, type ChangeContext } from '@rapport/audit';
import { dueAfterMs, invoiceNotice, type Invoices, type NewInvoice } from '@rapport/billing';
import type { Sql } from '@rapport/database';
import type { DeletionBeginning } from '@rapport/deletions';
import { noticeAbout, type OwnerMails } from './owner-mails.ts';
import type { Happening, SubscriptionChange } from './subscription-change.ts';
import type { SubscriptionStore } from './subscription-store.ts';

/** Writes what a change made of a subscription, with its rows in the audit, its invoices and its mails. */
export class SubscriptionWriting {
  readonly #store: SubscriptionStore;
  readonly #invoices: Invoices;
  readonly #mails: OwnerMails;
  readonly #deletion: DeletionBeginning;

  constructor(store: SubscriptionStore, invoices: Invoices, mails: OwnerMails, deletion: DeletionBeginning) {
    this.#store = store;
    this.#invoices = invoices;
    this.#mails = mails;
    this.#deletion = deletion;
  }

  async write(context: ChangeContext, sql: Sql, change: SubscriptionChange): Promise<void> {
    if (change.isChanged) {
      await this.#store.save(context, sql, change.subscription);
    }
    for (const happening of change.happened) {
      const by = happening.isDue ? { trace: context.trace, actor: clock } : context;
      await this.#note(by, sql, change, happening);
    }
  }

  async #note(
    context: ChangeContext,
    sql: Sql,
    { subscription, now }: SubscriptionChange,
    { event, details, subject, invoice, mail, isDeletion }: Happening,
  ): Promise<void> {
    const { tenantId } = subscription;
    if (event !== undefined) {
      await audit(context, sql, tenantId, event, subject ?? tenantId, details);
    }
    if (mail !== undefined) {
      await this.#mails.post(context, sql, tenantId, noticeAbout(mail, subscription));
    }
    if (invoice) {
      const owed = { tenantId, ...invoice, issuedOn: now, dueOn: now + dueAfterMs };
      await this.#issue(context, sql, subscription.organisationName, owed);
    }
    if (isDeletion) {
      await this.#deletion.begin(context, sql, tenantId);
    }
  }

  async #issue(context: ChangeContext, sql: Sql, organisationName: string, owed: NewInvoice): Promise<void> {
    const invoice = await this.#invoices.issue(context, sql, owed);
    const { invoiceId, number, amount, currency, dueOnUtc } = invoice;
    await audit(context, sql, owed.tenantId, 'invoice.issued', invoiceId, { number, amount, currency, dueOnUtc });
    const notice = invoiceNotice(organisationName, invoice, this.#invoices.paymentText);
    await this.#mails.post(context, sql, owed.tenantId, notice);
  }
}

/** The actor of what happens by itself. */
export const clock = { kind: 'system', name: 'subscriptions' } as const;
