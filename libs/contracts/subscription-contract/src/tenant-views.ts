import { endpoint, idParameter, namedList, pageQuery, requiredText } from '@rapport/http-contract';
import { z } from 'zod';
import { billings, planCode, shownStates } from './fields.ts';
import { entitlements } from './plans.ts';
import { tenantPath } from './tenants.ts';

const subscriptionStatuses = namedList('SubscriptionStatus', ['trialing', 'active', 'pastDue', 'unpaid', 'ended']);
const suspensionReasons = namedList('SuspensionReason', ['operator', 'unpaid', 'unverifiedEmail']);
const workKinds = namedList('WorkKind', ['tenant', 'user', 'client', 'role']);

const time = () => z.iso.datetime();
const failure = z.string().nullable().describe('Why the last try failed; null where none has.');

const subscription = z
  .object({
    planCode: z.string(),
    status: z.enum(subscriptionStatuses),
    billing: z.enum(billings),
    trialEndsOnUtc: time().nullable(),
    periodEndsOnUtc: time().nullable(),
    cancelsOnUtc: time().nullable().describe('When the subscription ends; null while it goes on.'),
    pendingPlanCode: z.string().nullable().describe('The plan that holds when the period ends.'),
    pastDueSinceUtc: time().nullable(),
    suspendsOnUtc: time().nullable().describe('The end of grace of a subscription that is past due.'),
  })
  .meta({ id: 'Subscription' });

/** A tenant as its owners see it. */
export const tenantShape = z
  .object({
    tenantId: z.uuid(),
    organisationName: z.string(),
    state: z.enum(shownStates),
    suspendedFor: z.array(z.enum(suspensionReasons)),
    createdOnUtc: time(),
    verifyByUtc: time()
      .nullable()
      .describe('When it is suspended unless an owner is verified by then; null once one is.'),
    owners: z.array(z.object({ userId: z.uuid(), name: z.string(), email: z.string(), isVerified: z.boolean() })),
    provisioning: z
      .object({ step: z.string(), attempts: z.int(), failure })
      .nullable()
      .describe('Where its making is; null once it is made.'),
    subscription,
    entitlements,
    use: z.object({
      users: z.int().describe('Active users, invited ones included.'),
      records: z.int().describe('Customers, contacts, leads and opportunities together.'),
    }),
  })
  .meta({ id: 'Tenant' });

const work = z
  .object({
    kind: z.enum(workKinds),
    step: z.string(),
    attempts: z.int(),
    failure,
    nextTryOnUtc: time().nullable().describe('Null where it rests until an operator retries it.'),
  })
  .meta({ id: 'Work' });

const operatorTenant = tenantShape
  .extend({
    number: z.int(),
    schema: z.string(),
    cell: z.string(),
    schemaVersion: z.int().nullable().describe('Null where the schema is not made yet, or the cell does not answer.'),
    overrides: entitlements.partial().describe("What the tenant has in place of its plan's values."),
    work: z.array(work).describe('What is still to do for it in its cell.'),
  })
  .meta({ id: 'OperatorTenant' });

const listedTenant = z
  .object({
    tenantId: z.uuid(),
    number: z.int(),
    organisationName: z.string(),
    schema: z.string(),
    cell: z.string(),
    state: z.enum(shownStates),
    planCode: z.string(),
    createdOnUtc: z.iso.datetime(),
  })
  .meta({ id: 'ListedTenant' });

/** The operators' views of tenants. */
export const tenantViewContract = {
  listTenants: endpoint({
    operationId: 'listTenants',
    method: 'get',
    path: '/subscription/v1/operator/tenants',
    access: 'operator',
    summary: 'List the tenants that meet every filter, in the order of their ids, which is that of their creation',
    query: z.object({
      search: requiredText(254)
        .optional()
        .describe("The beginning of the organisation's name, or the e-mail address of a verified owner."),
      state: z.enum(shownStates).optional().describe('The state that is shown of them.'),
      planCode: planCode().optional(),
      cell: requiredText(50).optional().describe('The cell that has them.'),
      after: idParameter().optional().describe('The last id of the page before.'),
      pageSize: pageQuery.shape.pageSize,
    }),
    success: { status: 200, body: z.object({ tenants: z.array(listedTenant) }).meta({ id: 'TenantList' }) },
    errors: [],
  }),
  getTenant: endpoint({
    operationId: 'getTenant',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}',
    access: 'operator',
    summary: 'A tenant with its subscription, what it may and uses, and what is still to do for it',
    params: tenantPath,
    success: { status: 200, body: operatorTenant },
    errors: ['not_found'],
  }),
};
