import { endpoint, idempotencyKeyHeader, requestBody } from '@rapport/http-contract';
import { begunDeletion, billings, deletionProof, planCode } from '@rapport/kinds';
import { emailOfPerson, idParameter, requiredDateTime, requiredText } from '@rapport/members/fields';
import { z } from 'zod';
import { limit, nothing, yearsOfOperators } from './fields.ts';

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
    organisationName: requiredText(200).describe('The name of the organisation.'),
    ownerEmail: emailOfPerson(),
    planCode: planCode().describe('The code of its plan; professional where it is left out.').default('professional'),
    requestsPerMinute: limit(),
    tokenRequestsPerMinute: limit(),
    cell: requiredText(50)
      .optional()
      .describe('The cell of the tenant, open or not; otherwise the open one with the fewest that has room.'),
    billing: z.enum(billings).default('none').describe('Whether its periods are invoiced.'),
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
  cancelUnverifiedTenants: endpoint({
    operationId: 'cancelUnverifiedTenants',
    method: 'post',
    path: '/subscription/v1/operator/tenants/cancel-unverified',
    access: 'operator',
    summary: 'End now the subscriptions of all tenants without a verified owner that signed up since a time',
    description: 'The same request again goes on where one could not be ended; those that are being made stay.',
    body: requestBody(
      'UnverifiedCancellation',
      { sinceUtc: requiredDateTime(yearsOfOperators, 'The time since which they signed up.') },
      [],
    ),
    success: {
      status: 200,
      body: z.object({ cancelled: z.int().describe('How many were ended.') }).meta({ id: 'UnverifiedCancelled' }),
    },
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
  deleteTenant: endpoint({
    operationId: 'deleteTenant',
    method: 'delete',
    path: '/subscription/v1/operator/tenants/{tenantId}',
    access: 'operator',
    summary: 'Delete a tenant, whatever its state, with all that it has; nothing brings it back',
    description:
      'With the answer nobody gets in any more. What the tenant has is erased behind it. A tenant that is being deleted already stays as it is.',
    params: tenantPath,
    success: { status: 202, body: begunDeletion },
    errors: ['not_found'],
  }),
  getDeletion: endpoint({
    operationId: 'getDeletion',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/deletion',
    access: 'operator',
    summary:
      'How far the deletion of a tenant is, and its proof: what was erased, and what a search found a minute later',
    params: tenantPath,
    success: { status: 200, body: deletionProof },
    errors: ['not_found'],
  }),
};
