import type { ChangeContext } from '@rapport/audit';
import { implement } from '@rapport/http-contract';
import { validationFailed } from '@rapport/kernel';
import { usageContract } from '@rapport/subscription-contract';
import type { TenantService } from '@rapport/tenants';
import type { UsageReports } from '@rapport/usage';

export function usageRoutes(tenants: TenantService, reports: UsageReports) {
  return implement(usageContract)<ChangeContext>({
    listUsage: async (context, { params, query }) => {
      requireRange(query);
      const { id } = await tenants.reference(context, params.tenantId);
      return { status: 200, body: { days: await reports.days(context, id, query) } };
    },
    listUsageOfDay: async (context, { query: { day, ...page } }) => ({
      status: 200,
      body: { usage: await reports.ofDay(context, day, page) },
    }),
  });
}

/** An end that is left out is today or 30 days ago, and the range is held to the same bounds. */
export function requireRange({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): void {
  const end = to === undefined ? Date.now() : Date.parse(to);
  const begin = from === undefined ? end - 30 * dayMs : Date.parse(from);
  if (begin > end) {
    throw validationFailed({ to: ['A range ends at or behind its first day.'] });
  }
  if (end - begin >= daysMax * dayMs) {
    throw validationFailed({ from: [`A range has ${daysMax} days at most; ask for the rest with another request.`] });
  }
}

const dayMs = 86_400_000;
const daysMax = 400;
