import type { TopicDefinition } from '../event-bus.ts';
import { adapters, startProcess } from './adapters.ts';

/** A process that reads and tells what it read, so that a test can kill it. */
const [name = '', kafkaUrl = '', instance = '', topic = ''] = process.argv.slice(2);
const adapter = adapters.find((one) => one.name === name);
if (!adapter) {
  throw new Error(`There is no adapter ${name}.`);
}
const { bus } = await startProcess(adapter, { kafkaUrl, instance });
bus.subscribe({
  topic: JSON.parse(topic) as TopicDefinition,
  group: 'readers',
  batchMax: 100,
  handle: async (_context, batch) => {
    await batch.commit();
    process.send?.(batch.events.map(({ value }) => value));
  },
});
