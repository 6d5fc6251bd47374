export { billingModule } from './module.ts';
export { dueAfterMs, Invoices, type NewInvoice } from './invoices.ts';
export { invoiceRows, invoiceTables } from './invoice-store.ts';
export { invoiceNotice } from './invoice-notice.ts';
