import {
  credentialVariables,
  databaseVariables,
  eventVariables,
  port,
  portVariables,
  proxyVariables,
  serviceVariables,
  stateVariables,
} from '@rapport/config';
import { unsubscribeVariables } from '@rapport/marketing-email';
import { signupVariables } from '@rapport/signups';
import { z } from 'zod';

const variables = z.object({
  ...serviceVariables,
  ...portVariables,
  ...databaseVariables,
  ...eventVariables,
  ...stateVariables,
  ...proxyVariables,
  ...credentialVariables,
  ...unsubscribeVariables,
  ...signupVariables,
  OPERATOR_PORT: port().describe('port of the operators, which no front address reaches'),
  INVOICE_PAYMENT_TEXT: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .optional()
    .describe('what the mail of an invoice says on how to pay; without it manual billing does not begin'),
});

/** A company that signs up is billed, and the mails of its invoices have to say how to pay. */
export const config = variables.refine(({ SIGNUPS, INVOICE_PAYMENT_TEXT }) => !SIGNUPS || INVOICE_PAYMENT_TEXT, {
  path: ['INVOICE_PAYMENT_TEXT'],
  error: 'is needed where SIGNUPS is on',
});

export type Settings = z.output<typeof config>;
