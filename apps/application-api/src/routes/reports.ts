import { reportContract } from '@rapport/application-contract';
import { implement, RawJson } from '@rapport/http-contract';
import type { ReportService } from '@rapport/reports';
import type { ApplicationContext } from '../guards.ts';
import { readsOf } from '../permissions-of.ts';

export function reportRoutes(reports: ReportService) {
  return implement(reportContract)<ApplicationContext>({
    getPipeline: async (context, { query }) => ({
      status: 200,
      body: new RawJson(await reports.pipeline(context, query)),
    }),
    getSummary: async (context) => ({
      status: 200,
      body: new RawJson(await reports.summary(context, readsOf(context))),
    }),
  });
}
