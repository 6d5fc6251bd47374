import type { Operator, OperatorAnswer } from '../../operators/operator-client.ts';
import { adminCommand, tenant } from './admin-command.ts';

export const suppressionCommands = [
  adminCommand('suppression list', 'List the addresses that get no marketing e-mail of a tenant.', {
    reads: true,
    options: { tenant, address: { value: 'ADDRESS', summary: 'this e-mail address alone' } },
    ask: (operator, values) => listSuppressed(operator, values.tenant, values.address),
  }),
  adminCommand('suppression add', 'Put an address on the list, or the one to which a mail went.', {
    options: {
      tenant,
      address: { value: 'ADDRESS', summary: 'the e-mail address' },
      token: { value: 'TOKEN', summary: 'the end of the link to unsubscribe, in place of the address' },
      cause: { value: 'CAUSE', summary: 'asked (the default), bounced or complained' },
    },
    ask: (operator, { tenant: tenantId, address, token, cause }) =>
      operator.addSuppressed({ params: { tenantId }, body: { address, token, cause } }),
  }),
  adminCommand('suppression remove', 'Take an address off; it gets mails again where its contacts want them.', {
    options: { tenant, address: { value: 'ADDRESS', required: true, summary: 'the e-mail address' } },
    ask: (operator, values) =>
      operator.removeSuppressed({ params: { tenantId: values.tenant }, body: { address: values.address } }),
  }),
];

/** Asks for one page after the other until a page is empty. An address alone is on one page. */
export async function listSuppressed(operator: Operator, tenantId: string, address?: string): Promise<OperatorAnswer> {
  const suppressed: { readonly address: string }[] = [];
  for (;;) {
    const query = { address, after: suppressed.at(-1)?.address };
    const page = await operator.listSuppressed({ params: { tenantId }, query });
    if (page.status !== 200) {
      return page;
    }
    suppressed.push(...page.body.suppressed);
    if (address !== undefined || page.body.suppressed.length === 0) {
      return { status: 200, body: { suppressed } };
    }
  }
}
