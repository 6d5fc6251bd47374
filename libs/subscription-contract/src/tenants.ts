import {
  emailOfPerson,
  endpoint,
  idempotencyKeyHeader,
  idParameter,
  requestBody,
  requiredText,
} from '@rapport/http-contract';
import { z } from 'zod';
import { limit, nothing } from './fields.ts';

const tenant = z
  .object({
    tenantId: z.uuid(),
    number: z.int(),
    name: z.string(),
    schema: z.string(),
    cell: z.string(),
    state: z.enum(['provisioning', 'provisioningFailed', 'cancelled', 'suspended', 'pastDue', 'trialing', 'active']),
    plan: z.string(),
    createdOnUtc: z.iso.datetime(),
  })
  .meta({ id: 'Tenant' });

const createdTenant = z
  .object({
    tenantId: z.uuid(),
    schema: z.string(),
    owner: z.object({ userId: z.uuid(), email: z.string(), password: z.string().nullable() }),
  })
  .meta({ id: 'CreatedTenant' });

const repeated = z.object({
  'idempotency-replayed': z
    .literal('true')
    .optional()
    .describe(
      'There where an earlier request with the key began the tenant. The password is a new one then, in place of the one before; null where the owner has changed it.',
    ),
});

const newTenant = requestBody(
  'NewTenant',
  {
    name: requiredText(200),
    ownerEmail: emailOfPerson(),
    plan: requiredText(50).default('professional'),
    requestsPerMinute: limit(),
    tokenRequestsPerMinute: limit(),
  },
  [],
);

export const tenantPath = z.object({ tenantId: idParameter() });

/** The operators' operations on tenants. */
export const tenantContract = {
  createTenant: endpoint({
    operationId: 'createTenant',
    method: 'post',
    path: '/subscription/v1/operator/tenants',
    access: 'operator',
    summary: 'Make a tenant with its schema, roles and owner',
    headers: z.object({ 'idempotency-key': idempotencyKeyHeader() }),
    body: newTenant,
    success: { status: 201, body: createdTenant, headers: repeated },
    errors: ['idempotency_key_reused', 'idempotency_in_progress'],
  }),
  listTenants: endpoint({
    operationId: 'listTenants',
    method: 'get',
    path: '/subscription/v1/operator/tenants',
    access: 'operator',
    summary:
      'List tenants in the order of their creation, at most 200 at a time; go on after the last id of the page before',
    query: z.object({ after: idParameter().optional() }),
    success: { status: 200, body: z.object({ tenants: z.array(tenant) }).meta({ id: 'TenantList' }) },
    errors: [],
  }),
  retryTenant: endpoint({
    operationId: 'retryTenant',
    method: 'post',
    path: '/subscription/v1/operator/tenants/{tenantId}/retry',
    access: 'operator',
    summary: 'Let the making of a tenant go on where it failed',
    params: tenantPath,
    success: { status: 200, body: nothing },
    errors: ['not_found', 'invalid_transition'],
  }),
};
