import { endpoint, requestBody, type BodyRule } from '@rapport/http-contract';
import { entitlementNames, entitlements, plan, planCode, planMembers, type Entitlements } from '@rapport/kinds';
import { listedText } from '@rapport/members/fields';
import { z } from 'zod';
import { nothing } from '../fields.ts';
import { tenantPath } from '../tenants.ts';

const entitlementChange = requestBody(
  'EntitlementChange',
  {
    ...entitlements.partial().shape,
    inherit: z
      .array(listedText(entitlementNames, 'entitlement'))
      .max(entitlementNames.length)
      .default([])
      .describe("Names of those that are the plan's again, such as requestsPerMinute."),
  },
  [],
  { rules: entitlementNames.map(setOrInherited) },
);

/** A name cannot get a value of the tenant's own and the plan's at once. */
function setOrInherited(name: keyof Entitlements): BodyRule {
  return {
    of: [name, 'inherit'],
    at: name,
    message: `Give ${name} a value or name it in inherit, not both.`,
    holds: ({ [name]: value, inherit }) => value === undefined || !(Array.isArray(inherit) && inherit.includes(name)),
  };
}

/** The operators' operations on plans, and on what single tenants have in place of their plan's values. */
export const planContract = {
  listPlans: endpoint({
    operationId: 'listPlans',
    method: 'get',
    path: '/subscription/v1/operator/plans',
    access: 'operator',
    summary: 'List all plans',
    success: { status: 200, body: z.object({ plans: z.array(plan) }).meta({ id: 'PlanList' }) },
    errors: [],
  }),
  putPlan: endpoint({
    operationId: 'putPlan',
    method: 'put',
    path: '/subscription/v1/operator/plans/{code}',
    access: 'operator',
    summary: 'Replace a plan, or make one; it holds for its tenants within 3 seconds',
    params: z.object({ code: planCode() }),
    body: requestBody('PlanInput', planMembers, []),
    success: { status: 200, body: nothing },
    errors: [],
  }),
  changeEntitlements: endpoint({
    operationId: 'changeEntitlements',
    method: 'patch',
    path: '/subscription/v1/operator/tenants/{tenantId}/entitlements',
    access: 'operator',
    summary: "Give a tenant values of its own in place of its plan's, or the plan's again; what is left out stays",
    params: tenantPath,
    body: entitlementChange,
    success: {
      status: 200,
      body: z.object({ entitlements, overrides: entitlements.partial() }).meta({ id: 'TenantEntitlements' }),
    },
    errors: ['not_found', 'invalid_transition'],
  }),
};
