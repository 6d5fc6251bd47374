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
});

export type Settings = z.output<typeof config>;
