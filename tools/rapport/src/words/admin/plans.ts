import { boundOf, flagOf, wholeNumber, words } from '../../cli/values.ts';
import type { Operator, OperatorAnswer } from '../../operators/operator-client.ts';
import { adminCommand, tenant } from './admin-command.ts';

/** The grants of a plan, and those that a tenant may have in place of its plan's value. */
const entitlements = {
  'public-api': { value: 'yes|no', summary: 'whether API clients may call the public API' },
  'requests-per-minute': { value: 'N', summary: 'requests of a client or a person in a minute' },
  'token-requests-per-minute': { value: 'N', summary: 'token requests of a client in a minute' },
  users: { value: 'N|none', summary: 'active users, invited ones included' },
  records: { value: 'N|none', summary: 'customers, contacts, leads and opportunities together' },
  'feed-retention-days': { value: 'N', summary: 'days for which changes are kept' },
} as const;

export const planCommands = [
  adminCommand('plan list', 'List the plans with what they grant.', {
    reads: true,
    options: {},
    ask: (operator) => operator.listPlans({}),
  }),
  adminCommand('tenant entitlements', "Give a tenant values of its own in place of its plan's.", {
    options: {
      tenant,
      ...entitlements,
      inherit: { value: '"A,B"', summary: "the names of those that are the plan's again, such as requestsPerMinute" },
    },
    ask: (operator, values) =>
      operator.changeEntitlements({
        params: { tenantId: values.tenant },
        body: {
          publicApi: flagOf(values, 'public-api'),
          requestsPerMinute: wholeNumber(values, 'requests-per-minute'),
          tokenRequestsPerMinute: wholeNumber(values, 'token-requests-per-minute'),
          users: boundOf(values, 'users'),
          records: boundOf(values, 'records'),
          feedRetentionDays: wholeNumber(values, 'feed-retention-days'),
          inherit: words(values, 'inherit'),
        },
      }),
  }),
  adminCommand('tenant usage', 'Show what a tenant used, day by day.', {
    reads: true,
    options: {
      tenant,
      from: { value: 'DAY', summary: 'the first day, such as 2026-01-31' },
      to: { value: 'DAY', summary: 'the last day' },
    },
    ask: (operator, values) =>
      operator.listUsage({ params: { tenantId: values.tenant }, query: { from: values.from, to: values.to } }),
  }),
  adminCommand('usage', 'Show what all tenants used on a day.', {
    reads: true,
    options: { day: { value: 'DAY', required: true, summary: 'a day of UTC, such as 2026-01-31' } },
    ask: (operator, { day }) => listUsage(operator, day),
  }),
];

/** Asks for one page after the other until a page is empty. */
async function listUsage(operator: Operator, day: string): Promise<OperatorAnswer> {
  const usage: { readonly tenantId: string }[] = [];
  for (;;) {
    const page = await operator.listUsageOfDay({ query: { day, after: usage.at(-1)?.tenantId, pageSize: 200 } });
    if (page.status !== 200) {
      return page;
    }
    if (page.body.usage.length === 0) {
      return { status: 200, body: { usage } };
    }
    usage.push(...page.body.usage);
  }
}
