import { times } from '@rapport/config';
import type { TopicDefinition } from '../event-bus.ts';
import type { KafkaClientName } from '../kafka-clients.ts';
import { startProcess } from './start-process.ts';

/** A process that reads and sends its parent what it read, so that a test can kill it. */
const [client = '', kafkaUrl = '', instance = '', topic = '', sessionMs = ''] = process.argv.slice(2);
Object.assign(times, { kafkaSessionMs: Number(sessionMs), kafkaRebalanceMs: Number(sessionMs) });
const { bus } = await startProcess({ client: client as KafkaClientName, kafkaUrl, instance });
bus.subscribe({
  topic: JSON.parse(topic) as TopicDefinition,
  group: 'readers',
  batchMax: 100,
  handle: async (_context, batch) => {
    await batch.commit();
    process.send?.(batch.events.map(({ value }) => value));
  },
});
