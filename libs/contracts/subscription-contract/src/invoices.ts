import { endpoint, requestBody } from '@rapport/http-contract';
import { invoice } from '@rapport/kinds';
import { idParameter, requiredDateTime } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing, yearsOfOperators } from './fields.ts';
import { tenantPath } from './tenants.ts';

/** The newest invoices of a tenant, as owners and operators see them. */
export const invoiceList = z.object({ invoices: z.array(invoice) }).meta({ id: 'InvoiceList' });

const invoicePath = tenantPath.extend({ invoiceId: idParameter().describe('The id of the invoice.') });
const invoices = '/subscription/v1/operator/tenants/{tenantId}/invoices';

/** The operators' operations on the invoices of a tenant. */
export const invoiceContract = {
  listInvoices: endpoint({
    operationId: 'listInvoices',
    method: 'get',
    path: invoices,
    access: 'operator',
    summary: 'List the invoices of a tenant: the open ones first, then the others, each newest first, 200 at most',
    params: tenantPath,
    success: { status: 200, body: invoiceList },
    errors: ['not_found', 'invalid_transition'],
  }),
  changeInvoice: endpoint({
    operationId: 'changeInvoice',
    method: 'patch',
    path: `${invoices}/{invoiceId}`,
    access: 'operator',
    summary: 'Change when an open invoice is due; a time that has passed makes it past due at once',
    params: invoicePath,
    body: requestBody('InvoiceChange', { dueOnUtc: requiredDateTime(yearsOfOperators, 'When it is due.') }, []),
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  payInvoice: endpoint({
    operationId: 'payInvoice',
    method: 'post',
    path: `${invoices}/{invoiceId}/paid`,
    access: 'operator',
    summary: 'Note that an invoice is paid; where none is past due any more, so is the subscription',
    params: invoicePath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  voidInvoice: endpoint({
    operationId: 'voidInvoice',
    method: 'post',
    path: `${invoices}/{invoiceId}/void`,
    access: 'operator',
    summary: 'Void an open invoice: it is not owed any more',
    params: invoicePath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
};
