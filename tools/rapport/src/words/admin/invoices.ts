import { adminCommand, tenant } from './admin-command.ts';

const invoice = { value: 'INVOICE_ID', required: true, summary: 'the invoice' } as const;

export const invoiceCommands = [
  adminCommand('invoice list', 'List the invoices of a tenant, the open ones first.', {
    reads: true,
    options: { tenant },
    ask: (operator, values) => operator.listInvoices({ params: { tenantId: values.tenant } }),
  }),
  adminCommand('invoice paid', 'Note that an invoice is paid.', {
    options: { tenant, invoice },
    ask: (operator, values) => operator.payInvoice({ params: { tenantId: values.tenant, invoiceId: values.invoice } }),
  }),
  adminCommand('invoice due', 'Give an invoice that is open another due day.', {
    options: {
      tenant,
      invoice,
      on: { value: 'TIME', required: true, summary: 'when it is due, such as 2026-01-31T00:00:00Z' },
    },
    ask: (operator, values) =>
      operator.changeInvoice({
        params: { tenantId: values.tenant, invoiceId: values.invoice },
        body: { dueOnUtc: values.on },
      }),
  }),
  adminCommand('invoice void', 'Void an invoice that is open.', {
    options: { tenant, invoice },
    ask: (operator, values) => operator.voidInvoice({ params: { tenantId: values.tenant, invoiceId: values.invoice } }),
  }),
];
