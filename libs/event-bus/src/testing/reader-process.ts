import type { TopicDefinition } from '../event-bus.ts';
import { startProcess } from './start-process.ts';

/** A process that reads and sends its parent what it read, so that a test can kill it. */
const [kafkaUrl = '', instance = '', topic = ''] = process.argv.slice(2);
const { bus } = await startProcess({ kafkaUrl, instance });
bus.subscribe({
  topic: JSON.parse(topic) as TopicDefinition,
  group: 'readers',
  batchMax: 100,
  handle: async (_context, batch) => {
    await batch.commit();
    process.send?.(batch.events.map(({ value }) => value));
  },
});
