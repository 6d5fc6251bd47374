import { wholeNumber } from '../../cli/values.ts';
import { adminCommand, tenant } from './admin-command.ts';

const paging = {
  limit: { value: 'N', summary: 'how many at most, 1 to 200; 50 without it' },
  cursor: { value: 'CURSOR', summary: 'the nextCursor of the page before' },
} as const;

export const auditCommands = [
  adminCommand('tenant audit', 'Show what was changed of a tenant, newest first.', {
    reads: true,
    options: { tenant, ...paging },
    ask: (operator, values) =>
      operator.listTenantAudit({
        params: { tenantId: values.tenant },
        query: { cursor: values.cursor, pageSize: wholeNumber(values, 'limit') },
      }),
  }),
  adminCommand('audit', 'Show what was changed, of all tenants and of the platform, newest first.', {
    reads: true,
    options: {
      tenant: {
        value: 'TENANT',
        summary: 'of this tenant, by its id, its name, or the e-mail address of a verified owner',
      },
      actor: { value: 'ACTOR', summary: 'by operator:NAME, user:ID or system' },
      event: { value: 'EVENT', summary: 'such as tenant.suspended' },
      from: { value: 'TIME', summary: 'from this time on, such as 2026-01-31T08:00:00Z' },
      to: { value: 'TIME', summary: 'before this time' },
      ...paging,
    },
    ask: (operator, { tenant: tenantId, actor, event, from, to, cursor, ...values }) =>
      operator.listAudit({
        query: { tenantId, actor, event, from, to, cursor, pageSize: wholeNumber(values, 'limit') },
      }),
  }),
];
