import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { invoiceContract } from '@rapport/subscription-contract';
import type { Subscriptions } from '@rapport/subscriptions';

export function invoiceRoutes(subscriptions: Subscriptions) {
  return implement(invoiceContract)<ChangeContext>({
    listInvoices: async (context, { params }) => ({
      status: 200,
      body: { invoices: await subscriptions.invoices(context, params.tenantId) },
    }),
    changeInvoice: async (context, { params, body }) => {
      await subscriptions.changeInvoiceDue(context, params.tenantId, params.invoiceId, body.dueOnUtc);
      return { status: 200, body: {} };
    },
    payInvoice: async (context, { params }) => {
      await subscriptions.settleInvoice(context, params.tenantId, params.invoiceId, 'paid');
      return { status: 200, body: {} };
    },
    voidInvoice: async (context, { params }) => {
      await subscriptions.settleInvoice(context, params.tenantId, params.invoiceId, 'void');
      return { status: 200, body: {} };
    },
  });
}
