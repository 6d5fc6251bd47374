import type { Command } from '../../cli/command.ts';
import { apiClientCommands } from './api-clients.ts';
import { auditCommands } from './audit.ts';
import { customFieldCommands } from './custom-fields.ts';
import { invoiceCommands } from './invoices.ts';
import { keyCommands } from './keys.ts';
import { peopleCommands } from './people.ts';
import { planCommands } from './plans.ts';
import { senderCommands } from './senders.ts';
import { subscriptionCommands } from './subscriptions.ts';
import { suppressionCommands } from './suppression.ts';
import { tenantCommands } from './tenants.ts';

/** The commands of operators, each a request to the operators' API. */
export const adminCommands: readonly Command[] = [
  ...tenantCommands,
  ...subscriptionCommands,
  ...invoiceCommands,
  ...planCommands,
  ...auditCommands,
  ...peopleCommands,
  ...apiClientCommands,
  ...keyCommands,
  ...customFieldCommands,
  ...senderCommands,
  ...suppressionCommands,
];
