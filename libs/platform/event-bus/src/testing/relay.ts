import { setTimeout as delay } from 'node:timers/promises';
import type { CallContext } from '@rapport/kernel';
import type { EventBus, TopicDefinition } from '../event-bus.ts';

const keys = 20;

/** Publishes batches one after the other, and each again until it is acknowledged. */
export class Relay {
  /** The acknowledged values in their order. */
  readonly acknowledged: string[] = [];
  readonly failures: unknown[] = [];
  #isStopping = false;
  #isAbandoned = false;
  readonly #running: Promise<void>;

  constructor(context: CallContext, bus: EventBus, topic: TopicDefinition) {
    this.#running = this.#run(context, bus, topic);
  }

  /** Settles when the last batch is acknowledged. */
  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#running;
  }

  /** Ends whether or not the last batch is acknowledged. */
  abandon(): Promise<void> {
    this.#isAbandoned = true;
    return this.stop();
  }

  async #run(context: CallContext, bus: EventBus, topic: TopicDefinition): Promise<void> {
    for (let batch = 0; !this.#isStopping; batch += 1) {
      const events = Array.from({ length: keys }, (_none, key) => ({ key: `key-${key}`, value: `${key}:${batch}` }));
      while (!(await this.#publish(() => bus.publish(context, topic, events)))) {
        if (this.#isAbandoned) {
          return;
        }
        await delay(50);
      }
      this.acknowledged.push(...events.map(({ value }) => value));
      await delay(20);
    }
  }

  async #publish(publish: () => Promise<void>): Promise<boolean> {
    try {
      await publish();
      return true;
    } catch (error) {
      this.failures.push(error);
      return false;
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
