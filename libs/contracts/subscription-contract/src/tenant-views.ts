import { endpoint } from '@rapport/http-contract';
import { listedTenant, operatorsView, tenantFilter } from '@rapport/kinds';
import { z } from 'zod';
import { tenantPath } from './tenants.ts';

/** The operators' views of tenants. */
export const tenantViewContract = {
  listTenants: endpoint({
    operationId: 'listTenants',
    method: 'get',
    path: '/subscription/v1/operator/tenants',
    access: 'operator',
    summary: 'List the tenants that meet every filter, in the order of their ids, which is that of their creation',
    query: tenantFilter,
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
    success: { status: 200, body: operatorsView },
    errors: ['not_found'],
  }),
};
