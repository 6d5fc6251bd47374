import {
  credentialVariables,
  databaseVariables,
  port,
  portVariables,
  proxyVariables,
  serviceVariables,
  stateVariables,
} from '@rapport/config';
import { signupVariables } from '@rapport/signups';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  ...portVariables,
  ...databaseVariables,
  ...stateVariables,
  ...proxyVariables,
  ...credentialVariables,
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

export type Settings = z.output<typeof config>;
