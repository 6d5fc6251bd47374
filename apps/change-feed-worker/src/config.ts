import {
  databaseVariables,
  eventBusVariables,
  eventVariables,
  requireKafkaLogin,
  serviceVariables,
  wholeNumber,
} from '@rapport/config';
import { kafkaClientNames } from '@rapport/event-bus';
import { sendingVariables, unsubscribeVariables } from '@rapport/marketing-email';
import { z } from 'zod';

export const config = z
  .object({
    ...serviceVariables,
    ...databaseVariables,
    ...eventBusVariables,
    ...eventVariables,
    KAFKA_CLIENT: z
      .enum(kafkaClientNames)
      .default('platformatic')
      .describe('client over which this process reaches Kafka'),
    ...unsubscribeVariables,
    ...sendingVariables,
    PURGE_INTERVAL_SECONDS: wholeNumber(1, 86_400)
      .prefault('600')
      .describe('seconds from one round of the purge to the next'),
    TIMELINE_RETENTION_DAYS: wholeNumber(1, 36_500)
      .optional()
      .describe('days for which items of timelines are kept; without it as long as their customers'),
  })
  .check(requireKafkaLogin);

export type Settings = z.output<typeof config>;
