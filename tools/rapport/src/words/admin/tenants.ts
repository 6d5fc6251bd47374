import { wholeNumber } from '../../cli/values.ts';
import type { Operator, OperatorAnswer } from '../../operators/operator-client.ts';
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
      'idempotency-key': {
        value: 'KEY',
        summary: 'the key of an earlier call, whose tenant it finishes or answers again',
      },
    },
    ask: async (operator, values) => {
      const { createTenant } = await import('./create-tenant.ts');
      return createTenant(operator, values['idempotency-key'], {
        name: values.name,
        ownerEmail: values['owner-email'],
        plan: values.plan,
        requestsPerMinute: wholeNumber(values, 'requests-per-minute'),
        tokenRequestsPerMinute: wholeNumber(values, 'token-requests-per-minute'),
      });
    },
  }),
  adminCommand('tenant list', 'List the tenants.', { options: {}, ask: listTenants }),
  adminCommand('tenant retry', 'Let the making of a tenant go on where it failed.', {
    options: { tenant },
    ask: (operator, values) => operator.retryTenant({ params: { tenantId: values.tenant } }),
  }),
];

/** Asks for one page after the other until a page is empty. */
export async function listTenants(operator: Operator): Promise<OperatorAnswer> {
  const tenants: { readonly tenantId: string }[] = [];
  for (;;) {
    const page = await operator.listTenants({ query: { after: tenants.at(-1)?.tenantId } });
    if (page.status !== 200) {
      return page;
    }
    if (page.body.tenants.length === 0) {
      return { status: 200, body: { tenants } };
    }
    tenants.push(...page.body.tenants);
  }
}
