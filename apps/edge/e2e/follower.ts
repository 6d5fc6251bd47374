import { setTimeout as delay } from 'node:timers/promises';
import type { Attempts } from './attempts.ts';
import type { Customers } from './tenant.ts';

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly nextCursor: string | null;
  readonly syncUntilUtc: string;
}

type Query = Record<string, string>;
type Answer = { readonly status: number; readonly headers: Headers; readonly body: unknown };

const pauseMs = 100;

/** A client that synchronises by the feed and by the list, and goes on from the watermark of the read before, never from a clock. */
export class Follower {
  /** The records that the feed told of. */
  readonly told = new Set<string>();
  /** The records that the list gave. */
  readonly copied = new Set<string>();
  /** In the order in which they came. */
  readonly watermarks: string[] = [];
  readonly #customers: Customers;
  readonly #attempts: Attempts;
  readonly #running: Promise<void>;
  #feedFrom: Query = {};
  #listFrom: Query = {};
  #isEnding = false;

  constructor(customers: Customers, attempts: Attempts) {
    this.#customers = customers;
    this.#attempts = attempts;
    this.#running = this.#follow();
  }

  /** Reads once more what there is, and ends. */
  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
    await this.#readBoth();
  }

  async #follow(): Promise<void> {
    while (!this.#isEnding) {
      await this.#readBoth();
      await delay(pauseMs);
    }
  }

  async #readBoth(): Promise<void> {
    this.#feedFrom = await this.#read(
      this.#feedFrom,
      (query) => this.#customers.listCustomerChanges({ query }),
      (item: { entityId: string }) => this.told.add(item.entityId),
    );
    this.#listFrom = await this.#read(
      this.#listFrom,
      (query) => this.#customers.listCustomers({ query }),
      (record: { id: string }) => this.copied.add(record.id),
    );
  }

  /** Gives where to go on from. A page that did not come is asked for again. */
  async #read<Item>(from: Query, ask: (query: Query) => Promise<Answer>, apply: (item: Item) => void): Promise<Query> {
    let query: Query = { ...from, pageSize: '200' };
    for (;;) {
      const answer = await this.#attempts.send('GET', () => ask(query));
      if (answer?.status !== 200) {
        await delay(pauseMs);
        continue;
      }
      const page = answer.body as Page<Item>;
      page.data.forEach(apply);
      if (page.nextCursor === null) {
        this.watermarks.push(page.syncUntilUtc);
        return { updatedFrom: page.syncUntilUtc };
      }
      query = { cursor: page.nextCursor, pageSize: '200' };
    }
  }
}
