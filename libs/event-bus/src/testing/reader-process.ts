import { times } from '@rapport/config';
import type { TopicDefinition } from '../event-bus.ts';
import type { KafkaClientName } from '../kafka-clients.ts';
import { startProcess } from './start-process.ts';

/** A process that reads and sends its parent what it read, so that a test can kill it. */
const [client = '', kafkaUrl = '', instance = '', topic = ''] = process.argv.slice(2);
// The brokers wait for this process so long that its successor cannot seem to be quick by their giving it up.
Object.assign(times, { kafkaSessionMs: 45_000, kafkaRebalanceMs: 45_000 });
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
