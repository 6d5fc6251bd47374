import { adminCommand, tenant } from './admin-command.ts';

const address = { value: 'ADDRESS', required: true, summary: 'the e-mail address' } as const;

export const senderCommands = [
  adminCommand('sender add', 'Let an address stand in From of a tenant’s marketing e-mails.', {
    options: { tenant, address },
    ask: (operator, values) =>
      operator.addSender({ params: { tenantId: values.tenant }, body: { address: values.address } }),
  }),
  adminCommand('sender remove', 'Take an address off; mails that are being sent from it pause.', {
    options: { tenant, address },
    ask: (operator, values) =>
      operator.removeSender({ params: { tenantId: values.tenant }, body: { address: values.address } }),
  }),
  adminCommand('sender list', 'List the verified senders of a tenant.', {
    reads: true,
    options: { tenant },
    ask: (operator, values) => operator.listSenders({ params: { tenantId: values.tenant } }),
  }),
];
