import { databaseVariables, eventBusVariables, serviceVariables, wholeNumber } from '@rapport/config';
import { sendingVariables, unsubscribeVariables } from '@rapport/marketing-email';
import { z } from 'zod';

export const config = z.object({
  ...serviceVariables,
  ...databaseVariables,
  ...eventBusVariables,
  ...unsubscribeVariables,
  ...sendingVariables,
  PURGE_INTERVAL_SECONDS: wholeNumber(1, 86_400)
    .prefault('600')
    .describe('seconds from one round of the purge to the next'),
});

export type Settings = z.output<typeof config>;
