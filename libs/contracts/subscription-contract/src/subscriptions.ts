import { endpoint, requestBody, type BodyRule } from '@rapport/http-contract';
import { lives } from '@rapport/kernel';
import { billings, effectives, planCode } from '@rapport/kinds';
import { optionalDateTime } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing, yearsOfOperators } from './fields.ts';
import { tenantPath } from './tenants.ts';

/** When a change of a subscription holds. */
export const effective = () => z.enum(effectives).describe('When it holds: at once, or when the period ends.');

/** The body with which owners and operators cancel a subscription. */
export const cancellation = requestBody('Cancellation', { effective: effective().default('periodEnd') }, []);

/** The body with which they begin it again. */
export const reactivation = requestBody('Reactivation', { planCode: planCode().optional() }, []);

const planChange = requestBody('PlanChange', { planCode: planCode(), effective: effective().default('now') }, []);

/** In a trial both name its end. */
const oneEnd: BodyRule = {
  of: ['trialEndsOnUtc', 'periodEndsOnUtc'],
  at: 'periodEndsOnUtc',
  message: 'The period of a trial ends with the trial; send one of the two.',
  holds: ({ trialEndsOnUtc, periodEndsOnUtc }) => trialEndsOnUtc == null || periodEndsOnUtc == null,
};

const subscriptionChange = requestBody(
  'SubscriptionChange',
  {
    trialEndsOnUtc: optionalDateTime(yearsOfOperators, 'When its trial ends.'),
    periodEndsOnUtc: optionalDateTime(yearsOfOperators, 'When its period ends.'),
    verifyByUtc: optionalDateTime(yearsOfOperators, 'Until when an owner must have verified the e-mail address.'),
    suspendsOnUtc: optionalDateTime(yearsOfOperators, 'When the grace for an invoice that is past due ends.'),
    billing: z.enum(billings).optional().describe('Whether its periods are invoiced, from the next one on.'),
  },
  [],
  { rules: [oneEnd] },
);

const tenants = '/subscription/v1/operator/tenants/{tenantId}';

/** The operators' operations on the states and the subscription of a tenant. */
export const subscriptionContract = {
  suspendTenant: endpoint({
    operationId: 'suspendTenant',
    method: 'post',
    path: `${tenants}/suspend`,
    access: 'operator',
    summary: 'Suspend a tenant: its records can be read, its public API and its changes are closed',
    params: tenantPath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  resumeTenant: endpoint({
    operationId: 'resumeTenant',
    method: 'post',
    path: `${tenants}/resume`,
    access: 'operator',
    summary: `Lift all that a tenant is suspended for: by an operator, as unpaid for ${lives.grace}, as unverified for ${lives.unverifiedTenant}`,
    params: tenantPath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  cancelSubscription: endpoint({
    operationId: 'cancelSubscription',
    method: 'post',
    path: `${tenants}/cancel`,
    access: 'operator',
    summary: 'End the subscription of a tenant at the end of its period, or now; one that is unpaid ends now',
    params: tenantPath,
    body: cancellation,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  reactivateSubscription: endpoint({
    operationId: 'reactivateSubscription',
    method: 'post',
    path: `${tenants}/reactivate`,
    access: 'operator',
    summary: 'Take back what was cancelled; one that has ended begins another period, also with another plan',
    params: tenantPath,
    body: reactivation,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  changePlan: endpoint({
    operationId: 'changePlan',
    method: 'put',
    path: `${tenants}/plan`,
    access: 'operator',
    summary:
      'Put a tenant on another plan now or from its next period on; the plan that it has takes back a change that waits',
    params: tenantPath,
    body: planChange,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
  changeSubscription: endpoint({
    operationId: 'changeSubscription',
    method: 'patch',
    path: `${tenants}/subscription`,
    access: 'operator',
    summary:
      'Move an end of a subscription, or change its billing; what is left out stays, and a time that has passed falls due at once',
    params: tenantPath,
    body: subscriptionChange,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
};
