import { setTimeout as sleep } from 'node:timers/promises';
import { KafkaEventBus, type ReceivedEvent, type TopicDefinition } from '@rapport/event-bus';
import { newId } from '@rapport/kernel';
import { startTelemetry, type Telemetry } from '@rapport/telemetry';
import { changeEvent, type ChangeEvent } from '../change-event.ts';

export function newTopic(): TopicDefinition {
  return { name: `changes-${newId()}`, partitions: 3 };
}

export function quietTelemetry(): Promise<Telemetry> {
  return startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
}

export async function kafkaBus(kafkaUrl: string, telemetry?: Telemetry): Promise<KafkaEventBus> {
  const own = telemetry ?? (await quietTelemetry());
  const { metrics, logger } = own;
  const brokers = [new URL(kafkaUrl).host];
  return new KafkaEventBus({ brokers, clientId: 'test', instance: newId(), metrics, logger, telemetry: own });
}

/** An outside consumer that keeps everything it ever got, in the order in which it came. */
export class Listener {
  readonly received: ReceivedEvent[] = [];
  readonly #bus: KafkaEventBus;

  private constructor(bus: KafkaEventBus) {
    this.#bus = bus;
  }

  static async start(kafkaUrl: string, topic: TopicDefinition): Promise<Listener> {
    const listener = new Listener(await kafkaBus(kafkaUrl));
    listener.#bus.subscribe({
      topic,
      group: `listener-${newId()}`,
      batchMax: 500,
      handle: async (_context, batch) => {
        listener.received.push(...batch.events);
        await batch.commit();
      },
    });
    return listener;
  }

  get events(): ChangeEvent[] {
    return this.received.map(({ value }) => changeEvent.parse(JSON.parse(value)));
  }

  /** Each event once, where it came first. */
  get firsts(): ChangeEvent[] {
    const seen = new Set<string>();
    return this.events.filter(({ id }) => !seen.has(id) && seen.add(id));
  }

  close(): Promise<void> {
    return this.#bus.close();
  }
}

/** Waits until it holds; the test's own time limit says how long. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    await sleep(20);
  }
}
