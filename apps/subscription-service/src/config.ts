import { credentialVariables, databaseVariables, port, serviceVariables, stateVariables } from '@rapport/config';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  ...databaseVariables,
  ...stateVariables,
  ...credentialVariables,
  OPERATOR_PORT: port().describe('port of the operators, which no front address reaches'),
});

export type Settings = z.output<typeof config>;
