import { endpoint, requestBody } from '@rapport/http-contract';
import { lives } from '@rapport/kernel';
import { auditPage, auditPaging, ownersView } from '@rapport/kinds';
import { requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing } from '../fields.ts';
import { invoiceList } from '../invoices.ts';
import { cancellation, effective, reactivation } from '../subscriptions.ts';
import { tenantPath } from '../tenants.ts';
import { usageOfDays, usageRange } from '../usage.ts';

/** The access of an owner's operation, and what each path names. */
export const owner = { access: { owner: true, limiter: 'business' }, params: tenantPath } as const;
const changed = { success: { status: 200, body: ownersView } } as const;
export const tenant = '/subscription/v1/tenants/{tenantId}';

/** Owners see and change their tenant by these. Each change holds on every replica when it is answered. */
export const ownerContract = {
  getOwnTenant: endpoint({
    ...owner,
    ...changed,
    operationId: 'getOwnTenant',
    method: 'get',
    path: tenant,
    summary: 'The tenant with its subscription, what it may and what it uses',
    errors: [],
  }),
  renameTenant: endpoint({
    ...owner,
    ...changed,
    operationId: 'renameTenant',
    method: 'patch',
    path: tenant,
    summary: 'Give the organisation another name',
    body: requestBody('TenantName', { organisationName: requiredText(200) }, []),
    example: { body: { organisationName: 'Analytical Engines and Sons Ltd' } },
    errors: [],
  }),
  sendVerificationMail: endpoint({
    ...owner,
    operationId: 'sendVerificationMail',
    method: 'post',
    path: `${tenant}/verification-mail`,
    summary: 'Get another mail that verifies the address of the sign-up; an owner that is verified gets none',
    description:
      'The link of the new mail ends those of the ones before. An owner gets 3 in an hour this way, and an address 10.',
    success: { status: 202, body: nothing },
    errors: [],
  }),
  chooseOwnPlan: endpoint({
    ...owner,
    ...changed,
    operationId: 'chooseOwnPlan',
    method: 'put',
    path: `${tenant}/plan`,
    summary: 'Choose another plan; the plan that holds takes back a change that waits',
    description:
      'Without effective it holds now in a trial, or where no entitlement shrinks; otherwise from the end of the period on. What begins a period that is invoiced needs a verified owner, and is done 5 times in a day at most. The operator of the CRM alone chooses for a tenant with entitlements of its own, and a plan with a price for one that is not billed.',
    body: requestBody('OwnPlanChoice', { planCode: requiredText(50), effective: effective().optional() }, []),
    example: { body: { planCode: 'free', effective: 'periodEnd' } },
    errors: ['subscription_required', 'email_unverified', 'invalid_transition'],
  }),
  cancelOwnSubscription: endpoint({
    ...owner,
    ...changed,
    operationId: 'cancelOwnSubscription',
    method: 'post',
    path: `${tenant}/cancel`,
    summary: 'End the subscription at the end of its period, or now; one that is unpaid ends now',
    body: cancellation,
    example: { body: { effective: 'periodEnd' } },
    errors: ['invalid_transition'],
  }),
  reactivateOwnSubscription: endpoint({
    ...owner,
    ...changed,
    operationId: 'reactivateOwnSubscription',
    method: 'post',
    path: `${tenant}/reactivate`,
    summary: 'Take back what was cancelled; one that has ended begins another period, also with another plan',
    body: reactivation,
    example: { body: { planCode: 'professional' } },
    errors: ['email_unverified', 'invalid_transition'],
  }),
  listOwnInvoices: endpoint({
    ...owner,
    operationId: 'listOwnInvoices',
    method: 'get',
    path: `${tenant}/invoices`,
    summary: 'List the invoices: the open ones first, then the others, each newest first, 200 at most',
    success: { status: 200, body: invoiceList },
    errors: [],
  }),
  makePaymentLink: endpoint({
    ...owner,
    operationId: 'makePaymentLink',
    method: 'post',
    path: `${tenant}/payment-link`,
    summary: 'Where to pay what is owed; refused where invoices are paid as their mail says',
    success: {
      status: 201,
      body: z.object({ url: z.string(), expiresOnUtc: z.iso.datetime() }).meta({ id: 'PaymentLink' }),
    },
    errors: ['subscription_required', 'invalid_transition'],
  }),
  listOwnUsage: endpoint({
    ...owner,
    operationId: 'listOwnUsage',
    method: 'get',
    path: `${tenant}/usage`,
    summary: `What the tenant used, day by day in UTC: at most 400 days of the last ${lives.audit}, the last 31 where no day is named`,
    query: usageRange,
    success: { status: 200, body: usageOfDays },
    errors: [],
  }),
  listOwnAudit: endpoint({
    ...owner,
    operationId: 'listOwnAudit',
    method: 'get',
    path: `${tenant}/audit`,
    summary: `What was changed of the tenant in the last ${lives.audit}, newest first`,
    query: auditPaging,
    success: { status: 200, body: auditPage },
    errors: ['invalid_cursor'],
  }),
};
