import { endpoint, listedText, requestBody, requiredText, type BodyRule } from '@rapport/http-contract';
import { z } from 'zod';
import { nothing, planCode } from './fields.ts';
import { tenantPath } from './tenants.ts';

const names = [
  ...['publicApi', 'requestsPerMinute', 'tokenRequestsPerMinute', 'users', 'records', 'feedRetentionDays'],
] as const;

const perMinute = () => z.int().min(1).max(10_000_000);
const bound = (of: string) => z.int().min(0).max(1_000_000_000).nullable().describe(`${of}. Null is no bound.`);

const entitlementFields = {
  publicApi: z.boolean().describe('Whether API clients may call the public API.'),
  requestsPerMinute: perMinute().describe('Requests of a client or a person in a minute.'),
  tokenRequestsPerMinute: perMinute().describe('Token requests of a client in a minute.'),
  users: bound('Active users, invited ones included'),
  records: bound('Customers, contacts, leads and opportunities together'),
  feedRetentionDays: z.int().min(1).max(36_500).describe('Days for which changes are kept.'),
};

export const entitlements = z.object(entitlementFields).meta({ id: 'Entitlements' });

const planFields = {
  code: planCode(),
  name: requiredText(100).describe('Its name for people.'),
  pricePerMonth: z
    .number()
    .min(0)
    .max(1_000_000)
    .refine((price) => Number(price.toFixed(2)) === price, { error: 'This may have at most two decimals.' })
    .nullable()
    .describe('What a month costs. Null is by agreement. At most two decimals.'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'Use the three capital letters of a currency, such as EUR.' })
    .describe('The three capital letters of a currency, such as EUR.'),
  trialDays: z.int().min(0).max(365).describe('Days for which it is tried for nothing.'),
  isSelfService: z.boolean().describe('Whether companies may choose it themselves.'),
  entitlements: z.strictObject(entitlementFields),
};

export const plan = z.object({ ...planFields, code: z.string(), name: z.string(), entitlements }).meta({ id: 'Plan' });

const entitlementChange = requestBody(
  'EntitlementChange',
  {
    publicApi: entitlementFields.publicApi.optional(),
    requestsPerMinute: entitlementFields.requestsPerMinute.optional(),
    tokenRequestsPerMinute: entitlementFields.tokenRequestsPerMinute.optional(),
    users: entitlementFields.users.optional(),
    records: entitlementFields.records.optional(),
    feedRetentionDays: entitlementFields.feedRetentionDays.optional(),
    inherit: z
      .array(listedText(names, 'entitlement'))
      .max(names.length)
      .default([])
      .describe("Names of those that are the plan's again, such as requestsPerMinute."),
  },
  [],
  { rules: names.map(setOrInherited) },
);

/** A name cannot get a value of the tenant's own and the plan's at once. */
function setOrInherited(name: (typeof names)[number]): BodyRule {
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
    body: requestBody('PlanInput', planFields, []),
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
