import type { CallContext } from '@rapport/kernel';
import type { EventBatch, EventBus, ReceivedEvent, RunningSubscription, TopicDefinition } from '../event-bus.ts';

export interface ReaderOptions {
  readonly group?: string;
  readonly batchMax?: number;
  /** Runs before the reader notes a batch and commits it. */
  readonly before?: (batch: EventBatch, context: CallContext) => Promise<void> | void;
}

/** A subscription that notes and commits every batch. */
export class Reader {
  readonly batches: (readonly ReceivedEvent[])[] = [];
  readonly #running: RunningSubscription;

  constructor(bus: EventBus, topic: TopicDefinition, options: ReaderOptions = {}) {
    const { group = 'readers', batchMax = 100, before } = options;
    this.#running = bus.subscribe({
      topic,
      group,
      batchMax,
      handle: async (context, batch) => {
        await before?.(batch, context);
        this.batches.push(batch.events);
        await batch.commit();
      },
    });
  }

  get events(): ReceivedEvent[] {
    return this.batches.flat();
  }

  get values(): string[] {
    return this.events.map(({ value }) => value);
  }

  stop(): Promise<void> {
    return this.#running.stop();
  }
}
