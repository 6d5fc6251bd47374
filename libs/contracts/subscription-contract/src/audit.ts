import { endpoint } from '@rapport/http-contract';
import { lives } from '@rapport/kernel';
import { auditFilter, auditPage, auditPaging } from '@rapport/kinds';
import { tenantPath } from './tenants.ts';

/** The operators' operations on the audit. */
export const auditContract = {
  listTenantAudit: endpoint({
    operationId: 'listTenantAudit',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/audit',
    access: 'operator',
    summary: `What was changed of a tenant in the last ${lives.audit}, newest first`,
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
    summary: `What was changed in the last ${lives.audit}, of all tenants and of the platform, newest first`,
    query: auditFilter.extend(auditPaging.shape),
    success: { status: 200, body: auditPage },
    errors: ['invalid_cursor'],
  }),
};
