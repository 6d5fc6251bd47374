import type { Mortality } from '@rapport/database/testing';
import {
  EventBus,
  type EventBusHealth,
  type OutgoingEvent,
  type RunningSubscription,
  type TopicDefinition,
} from '@rapport/event-bus';
import type { CallContext } from '@rapport/kernel';

/** The bus of a process that may die before it publishes, and before it gets the acknowledgement. */
export class MortalBus extends EventBus {
  readonly #bus: EventBus;
  readonly #mortality: Mortality;

  constructor(bus: EventBus, mortality: Mortality) {
    super();
    this.#bus = bus;
    this.#mortality = mortality;
  }

  async publish(context: CallContext, topic: TopicDefinition, events: readonly OutgoingEvent[]): Promise<void> {
    this.#mortality.step();
    await this.#bus.publish(context, topic, events);
    this.#mortality.step();
  }

  subscribe(): RunningSubscription {
    throw new Error('this bus has no subscriptions');
  }

  health(): EventBusHealth {
    return this.#bus.health();
  }

  async close(): Promise<void> {
    // The bus is the test's own.
  }
}
