export { billingModule } from './module.ts';
export { dueAfterMs, Invoices, type NewInvoice } from './invoices.ts';
export { invoiceNotice } from './invoice-notice.ts';
