import { wholeNumber } from '../../cli/values.ts';
import { listTenants } from '../../operators/list-tenants.ts';
import { adminCommand, name, tenant } from './admin-command.ts';

const plans = 'free, professional or enterprise';

export const tenantCommands = [
  adminCommand('tenant create', 'Create a tenant with its schema, its roles and its owner.', {
    options: {
      name,
      'owner-email': { value: 'EMAIL', required: true, summary: "the owner's e-mail address" },
      plan: { value: 'PLAN', summary: plans },
      'requests-per-minute': { value: 'N', summary: "another limit than the plan's" },
      'token-requests-per-minute': { value: 'N', summary: "another limit than the plan's" },
      cell: { value: 'CELL', summary: 'the cell that takes it, instead of the one with the fewest tenants' },
      billing: { value: 'none|manual', summary: 'whether its periods are invoiced' },
      'idempotency-key': {
        value: 'KEY',
        summary: 'the key of an earlier call, whose tenant it finishes or answers again',
      },
    },
    ask: async (operator, values) => {
      const { createTenant } = await import('./create-tenant.ts');
      return createTenant(operator, values['idempotency-key'], {
        organisationName: values.name,
        ownerEmail: values['owner-email'],
        planCode: values.plan,
        requestsPerMinute: wholeNumber(values, 'requests-per-minute'),
        tokenRequestsPerMinute: wholeNumber(values, 'token-requests-per-minute'),
        cell: values.cell,
        billing: values.billing,
      });
    },
  }),
  adminCommand('tenant list', 'List the tenants, or those that meet every option.', {
    reads: true,
    options: {
      search: {
        value: 'TEXT',
        summary: "the beginning of the organisation's name, or a verified owner's e-mail address",
      },
      state: { value: 'STATE', summary: 'such as active, suspended or provisioningFailed' },
      plan: { value: 'PLAN', summary: plans },
      cell: { value: 'CELL', summary: 'the cell that has them' },
    },
    ask: (operator, { search, state, plan, cell }) => listTenants(operator, { search, state, planCode: plan, cell }),
  }),
  adminCommand('tenant show', 'Show a tenant whole, with what is still to do for it.', {
    reads: true,
    options: { tenant },
    ask: (operator, values) => operator.getTenant({ params: { tenantId: values.tenant } }),
  }),
  adminCommand('tenant retry', 'Let the making of a tenant go on where it failed.', {
    options: { tenant },
    ask: (operator, values) => operator.retryTenant({ params: { tenantId: values.tenant } }),
  }),
];
