import { endpoint } from '@rapport/http-contract';
import { opportunityStages } from '@rapport/kinds';
import { dateParameter, idParameter } from '@rapport/members/fields';
import { z } from 'zod';
import { amountsByCurrency } from './amounts.ts';
import { holding } from './user-access.ts';

const pipeline = z
  .object({
    stages: z.array(
      z
        .object({
          stage: z.enum(opportunityStages),
          count: z.int(),
          amount: amountsByCurrency(),
          weightedAmount: amountsByCurrency().describe(
            'The sum of amount times probability, rounded once to four decimals.',
          ),
        })
        .meta({ id: 'PipelineStageDto' }),
    ),
  })
  .meta({ id: 'PipelineDto' });

const summary = z
  .object({
    customerCount: z.int().nullable(),
    openLeadCount: z.int().nullable().describe('Leads that are new, contacted, nurturing or qualified.'),
    openOpportunityCount: z.int().nullable(),
    openOpportunityAmount: amountsByCurrency().nullable(),
    wonAmountThisMonth: amountsByCurrency().nullable().describe('Opportunities that were won in this month, in UTC.'),
    dueActivityCount: z.int().nullable().describe('Activities that are due from now to the end of the day, in UTC.'),
    overdueActivityCount: z.int().nullable(),
  })
  .meta({ id: 'DashboardSummaryDto' });

const common = { method: 'get', access: holding('opportunities.read', 'read'), envelope: 'apiResult' } as const;

/** Counts and sums over the records that the caller sees. Amounts are never added across currencies. */
export const reportContract = {
  getPipeline: endpoint({
    ...common,
    operationId: 'getPipeline',
    path: '/api/v1/report/pipeline',
    tags: ['report'],
    summary: 'Count and sum the opportunities of each stage',
    query: z
      .object({
        ownerUserId: idParameter().optional(),
        teamId: idParameter().optional(),
        closeFrom: dateParameter().optional().describe('Expected to close on this day or later.'),
        closeTo: dateParameter().optional().describe('Expected to close before this day.'),
      })
      .refine(({ closeFrom, closeTo }) => closeFrom === undefined || closeTo === undefined || closeFrom <= closeTo, {
        path: ['closeTo'],
        error: 'This must not be before closeFrom.',
      }),
    success: { status: 200, body: pipeline },
    errors: [],
  }),
  getSummary: endpoint({
    ...common,
    operationId: 'getSummary',
    path: '/api/v1/dashboard/summary',
    tags: ['dashboard'],
    summary: 'Count and sum what the caller has before it',
    description: 'A figure is null where the caller lacks the permission to read its kind.',
    success: { status: 200, body: summary },
    errors: [],
  }),
};
