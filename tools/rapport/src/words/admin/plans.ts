import { boundOf, flagOf, wholeNumber, words } from '../../cli/values.ts';
import { adminCommand, tenant } from './admin-command.ts';

/** What a plan grants, and what a tenant may have in place of its plan's value. */
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
    options: {
      tenant,
      from: { value: 'DAY', summary: 'the first day, such as 2026-01-31' },
      to: { value: 'DAY', summary: 'the last day' },
    },
    ask: (operator, values) =>
      operator.listUsage({ params: { tenantId: values.tenant }, query: { from: values.from, to: values.to } }),
  }),
];
