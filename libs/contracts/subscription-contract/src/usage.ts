import { endpoint, pageQuery } from '@rapport/http-contract';
import { lives } from '@rapport/kernel';
import { usageDay, usageOfTenant } from '@rapport/kinds';
import { dateParameter, idParameter } from '@rapport/members/fields';
import { z } from 'zod';
import { tenantPath } from './tenants.ts';

/** The days that are asked for, and the answer, as owners and operators have them. */
export const usageRange = z
  .object({
    from: dateParameter().optional().describe('The first day.'),
    to: dateParameter().optional().describe('The last day.'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    error: 'This must not be before from.',
  });
export const usageOfDays = z.object({ days: z.array(usageDay) }).meta({ id: 'Usage' });

/** The operators' operations on what tenants used. */
export const usageContract = {
  listUsage: endpoint({
    operationId: 'listUsage',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/usage',
    access: 'operator',
    summary: `What a tenant used, day by day in UTC: at most 400 days of the last ${lives.audit}, the last 31 where no day is named`,
    params: tenantPath,
    query: usageRange,
    success: { status: 200, body: usageOfDays },
    errors: ['not_found', 'invalid_transition'],
  }),
  listUsageOfDay: endpoint({
    operationId: 'listUsageOfDay',
    method: 'get',
    path: '/subscription/v1/operator/usage',
    access: 'operator',
    summary: 'What all tenants used on a day of UTC, in the order of their ids',
    query: z.object({
      day: dateParameter().describe('A day of UTC.'),
      after: idParameter().optional().describe('The last id of the page before.'),
      pageSize: pageQuery.shape.pageSize,
    }),
    success: {
      status: 200,
      body: z.object({ usage: z.array(usageOfTenant) }).meta({ id: 'UsageOfDay' }),
    },
    errors: [],
  }),
};
