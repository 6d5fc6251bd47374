import { setTimeout as sleep } from 'node:timers/promises';
import { kafkaClient, KafkaEventBus, type ReceivedEvent, type TopicDefinition } from '@rapport/event-bus';
import { newId } from '@rapport/kernel';
import { startTelemetry, type Telemetry } from '@rapport/telemetry';
import { onTestFinished } from 'vitest';
import { changeEvent, type ChangeEvent } from '../change-event.ts';
import { context } from './test-cell.ts';

export function newTopic(partitions = 3): TopicDefinition {
  return { name: `changes-${newId()}`, partitions };
}

export function quietTelemetry(): Promise<Telemetry> {
  return startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
}

export async function kafkaBus(kafkaUrl: string, telemetry?: Telemetry): Promise<KafkaEventBus> {
  const own = telemetry ?? (await quietTelemetry());
  const { metrics, logger } = own;
  const brokers = [new URL(kafkaUrl).host];
  const client = await kafkaClient('platformatic');
  return new KafkaEventBus({
    client,
    access: { brokers },
    clientId: 'test',
    instance: newId(),
    metrics,
    logger,
    telemetry: own,
  });
}

/** An outside consumer of a test, which keeps every event in the order in which it came. */
export class Listener {
  readonly received: ReceivedEvent[] = [];
  readonly #bus: KafkaEventBus;
  readonly #topic: TopicDefinition;
  readonly #marks = new Set<string>();

  private constructor(bus: KafkaEventBus, topic: TopicDefinition) {
    this.#bus = bus;
    this.#topic = topic;
  }

  static async start(kafkaUrl: string, topic: TopicDefinition): Promise<Listener> {
    const listener = new Listener(await kafkaBus(kafkaUrl), topic);
    onTestFinished(() => listener.#bus.close());
    listener.#bus.subscribe({
      topic,
      group: `listener-${newId()}`,
      batchMax: 500,
      handle: async (_context, batch) => {
        listener.#keep(batch.events);
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

  /** Waits for every event that was sent before, on a topic of one partition. */
  async catchUp(): Promise<void> {
    const value = newId();
    await this.#bus.publish(context, this.#topic, [{ key: markKey, value }]);
    await until(() => this.#marks.has(value));
  }

  #keep(events: readonly ReceivedEvent[]): void {
    for (const event of events) {
      if (event.key === markKey) {
        this.#marks.add(event.value);
      } else {
        this.received.push(event);
      }
    }
  }
}

const markKey = 'mark';

/** Waits until the condition holds, as long as the test's own time limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) {
    await sleep(20);
  }
}
