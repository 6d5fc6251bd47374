import { dateParameter, endpoint, idParameter, pageQuery } from '@rapport/http-contract';
import { z } from 'zod';
import { tenantPath } from './tenants.ts';

const count = () => z.int().min(0);

const day = z
  .object({
    day: z.iso.date(),
    requests: count().describe('Requests with an accepted token that both APIs answered below 400; a batch is one.'),
    refused: count().describe('Those that they refused with a 4xx.'),
    tokensIssued: count().describe('Access tokens that the API clients got.'),
    recordsCreated: count().describe('Of customers, contacts, leads and opportunities, as their feeds have them.'),
    recordsUpdated: count(),
    recordsDeleted: count(),
    records: count().describe('How many there were at the end of the day.'),
    users: count().describe('Active users at the end of the day, invited ones included.'),
  })
  .meta({ id: 'UsageDay' });

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
export const usageOfDays = z.object({ days: z.array(day) }).meta({ id: 'Usage' });

/** The operators' operations on what tenants used. */
export const usageContract = {
  listUsage: endpoint({
    operationId: 'listUsage',
    method: 'get',
    path: '/subscription/v1/operator/tenants/{tenantId}/usage',
    access: 'operator',
    summary:
      'What a tenant used, day by day in UTC: at most 400 days of the last 13 months, the last 31 where no day is named',
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
      body: z
        .object({ usage: z.array(day.extend({ tenantId: z.uuid() }).meta({ id: 'TenantUsage' })) })
        .meta({ id: 'UsageOfDay' }),
    },
    errors: [],
  }),
};
