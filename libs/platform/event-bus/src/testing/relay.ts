import { setTimeout as delay } from 'node:timers/promises';
import type { EventBus, TopicDefinition } from '../event-bus.ts';
import { context } from './test-buses.ts';

const keys = 20;

/** Publishes batches one after the other, and each again until it is acknowledged. */
export class Relay {
  /** The acknowledged values in their order. */
  readonly acknowledged: string[] = [];
  readonly failures: unknown[] = [];
  readonly #running: Promise<void>;
  #isStopping = false;

  constructor(bus: EventBus, topic: TopicDefinition) {
    this.#running = this.#run(bus, topic);
  }

  /** Settles after the call in hand. */
  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#running;
  }

  async #run(bus: EventBus, topic: TopicDefinition): Promise<void> {
    for (let batch = 0; !this.#isStopping;) {
      const events = Array.from({ length: keys }, (_none, key) => ({ key: `key-${key}`, value: `${key}:${batch}` }));
      try {
        await bus.publish(context, topic, events);
        this.acknowledged.push(...events.map(({ value }) => value));
        batch += 1;
      } catch (error) {
        this.failures.push(error);
      }
      await delay(20);
    }
  }
}

/** The keys whose values came for the first time in another order than that of publishing. */
export function keysOutOfOrder(values: readonly string[]): string[] {
  const newest = new Map<string, number>();
  const wrong = new Set<string>();
  for (const value of new Set(values)) {
    const [key = '', batch = ''] = value.split(':');
    if (Number(batch) < (newest.get(key) ?? 0)) {
      wrong.add(key);
    }
    newest.set(key, Number(batch));
  }
  return [...wrong];
}

/** The expected values that have not come. */
export function missing(expected: readonly string[], values: readonly string[]): string[] {
  const came = new Set(values);
  return expected.filter((value) => !came.has(value));
}
