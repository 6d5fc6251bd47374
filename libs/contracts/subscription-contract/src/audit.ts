import { endpoint, idParameter, optionalDateTime, pageQuery, requiredText } from '@rapport/http-contract';
import { z } from 'zod';
import { tenantPath } from './tenants.ts';

const entry = z
  .object({
    occurredOnUtc: z.iso.datetime(),
    actor: z.string().describe('`operator:` and the name, `user:` and the id, or `system`.'),
    tenantId: z.uuid().nullable().describe('Null for a change of the platform.'),
    event: z.string(),
    subject: z.string().nullable().describe('What was changed.'),
    details: z.record(z.string(), z.unknown()),
    reason: z.string().nullable().describe('Why, where the operator said so.'),
    traceId: z.string(),
  })
  .meta({ id: 'AuditEntry' });

/** A page of the audit, for operators and owners. */
export const auditPage = z
  .object({ data: z.array(entry), nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'AuditPage' });

export const auditPaging = z.object({
  cursor: z
    .string()
    .optional()
    .meta({ minLength: 1, description: 'The `nextCursor` of the page before, with the same filters.' }),
  pageSize: pageQuery.shape.pageSize,
});

const filters = z.object({
  actor: requiredText(300)
    .optional()
    .describe('Who changed it: `operator:` and the name, `user:` and the id, or `system`.'),
  event: requiredText(100).optional().describe('What happened, such as `tenant.suspended`.'),
  from: optionalDateTime(undefined, 'From this time on.'),
  to: optionalDateTime(undefined, 'Before this time.'),
});

/** The operators' operations on the audit. */
export const auditContract = {
  listTenantAudit: endpoint({
    operationId: 'listTenantAudit',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/audit',
    access: 'operator',
    summary: 'What was changed of a tenant in the last 13 months, newest first',
    params: tenantPath,
    query: auditPaging,
    success: { status: 200, body: auditPage },
    errors: ['not_found', 'invalid_cursor'],
  }),
  listAudit: endpoint({
    operationId: 'listAudit',
    method: 'get',
    path: '/subscription/v1/operator/audit',
    access: 'operator',
    summary: 'What was changed in the last 13 months, of all tenants and of the platform, newest first',
    query: filters.extend({ tenantId: idParameter().optional(), ...auditPaging.shape }),
    success: { status: 200, body: auditPage },
    errors: ['invalid_cursor'],
  }),
};
