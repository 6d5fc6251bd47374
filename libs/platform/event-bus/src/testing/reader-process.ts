import type { TopicDefinition } from '../event-bus.ts';
import type { KafkaClientName } from '../kafka-clients.ts';
import { startProcess } from './test-buses.ts';

/** A process that reads and sends its parent what it read, so that a test can kill it. */
const [client = '', kafkaUrl = '', topic = ''] = process.argv.slice(2);
const { bus } = await startProcess({ client: client as KafkaClientName, kafkaUrl });
bus.subscribe({
  topic: JSON.parse(topic) as TopicDefinition,
  group: 'readers',
  batchMax: 100,
  handle: async (_context, batch) => {
    await batch.commit();
    process.send?.(batch.events.map(({ value }) => value));
  },
});
