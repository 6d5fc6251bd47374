import type { Database, Sql } from '@rapport/database';
import { AppError, newId, validationFailed, type CallContext } from '@rapport/kernel';
import type { Invoice, InvoiceStatus } from '@rapport/kinds';
import type { InvoiceStore, NewInvoice } from './invoice-store.ts';

export type { NewInvoice } from './invoice-store.ts';

/** An invoice is due so long after it was written. */
export const dueAfterMs = 30 * 86_400_000;

/** Invoices that tenants pay outside of the platform, and of which an operator says what became of them. */
export class Invoices {
  readonly #database: Database;
  readonly #store: InvoiceStore;
  /** Invoices are paid so, as their mails say it. */
  readonly paymentText: string | undefined;

  constructor(database: Database, store: InvoiceStore, paymentText: string | undefined) {
    this.#database = database;
    this.#store = store;
    this.paymentText = paymentText;
  }

  /** Throws 400 where an invoice's mail could not say how it is paid. */
  requirePaymentText(): void {
    if (this.paymentText === undefined) {
      const reason = 'The installation has no text on how invoices are paid, so manual billing cannot begin.';
      throw validationFailed({ billing: [`${reason} Set INVOICE_PAYMENT_TEXT of the subscription service.`] });
    }
  }

  /** Call it last in a transaction: every invoice of the installation waits for the number until that ends. */
  async issue(context: CallContext, sql: Sql, invoice: NewInvoice): Promise<Invoice> {
    return this.#store.insert(context, sql, newId(), invoice);
  }

  /** The open ones first, then the others, each newest first, 200 at most. */
  async list(context: CallContext, tenantId: string): Promise<Invoice[]> {
    return this.#store.list(context, this.#database.control, tenantId);
  }

  /** False where it is paid or void already, as wanted. The caller holds the subscription of the tenant. */
  async settle(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    invoiceId: string,
    status: 'paid' | 'void',
  ): Promise<boolean> {
    const was = await this.#store.settle(context, sql, tenantId, invoiceId, status);
    if (was !== undefined && was !== 'open' && was !== status) {
      throw wasNotOpen(was);
    }
    return found(was, invoiceId) === 'open';
  }

  /** False where it is due then already. The caller holds the subscription of the tenant. */
  async changeDue(
    context: CallContext,
    sql: Sql,
    tenantId: string,
    invoiceId: string,
    dueOnUtc: string,
  ): Promise<boolean> {
    const before = await this.#store.changeDue(context, sql, tenantId, invoiceId, dueOnUtc);
    const was = found(before?.was, invoiceId);
    if (was !== 'open') {
      throw wasNotOpen(was);
    }
    return before?.isSame === false;
  }

  /** Voids what is open of a tenant that goes, and says which. */
  async voidAll(context: CallContext, sql: Sql, tenantId: string): Promise<string[]> {
    return this.#store.voidAll(context, sql, tenantId);
  }

  /** When the first open invoice is due; null where none is open. */
  async firstDue(context: CallContext, sql: Sql, tenantId: string): Promise<number | null> {
    return this.#store.firstDue(context, sql, tenantId);
  }
}

function found(status: InvoiceStatus | undefined, invoiceId: string): InvoiceStatus {
  if (status === undefined) {
    throw new AppError('not_found', `The tenant has no invoice ${invoiceId}.`);
  }
  return status;
}

function wasNotOpen(status: InvoiceStatus): AppError {
  return new AppError('invalid_transition', `The invoice is ${status}, which is its end; nothing else is possible.`);
}
