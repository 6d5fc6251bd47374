import { setTimeout as delay } from 'node:timers/promises';
import type { Attempts } from './attempts.ts';
import type { Customers } from './tenant.ts';

const count = 10;
const pauseMs = 190;
const retryMs = 100;
const giveUpMs = 45_000;

/** About fifty writes a second, each with a key; whoever is not sure of an answer asks again with the same key, until it is. */
export class Writers {
  /** The id that was answered for each key. */
  readonly written = new Map<string, string>();
  readonly unanswered: string[] = [];
  readonly #customers: Customers;
  readonly #attempts: Attempts;
  readonly #running: Promise<unknown>;
  #isEnding = false;

  constructor(customers: Customers, attempts: Attempts) {
    this.#customers = customers;
    this.#attempts = attempts;
    this.#running = Promise.all(Array.from({ length: count }, (_, writer) => this.#write(writer)));
  }

  async stop(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  async #write(writer: number): Promise<void> {
    await delay((pauseMs / count) * writer);
    for (let turn = 0; !this.#isEnding; turn += 1) {
      const pause = delay(pauseMs);
      await this.#writeUntilAnswered(`writer ${writer} write ${turn}`);
      await pause;
    }
  }

  async #writeUntilAnswered(key: string): Promise<void> {
    const until = performance.now() + giveUpMs;
    const request = { body: { name: key }, headers: { 'idempotency-key': key } };
    while (performance.now() < until) {
      const answer = await this.#attempts.send('POST', () => this.#customers.createCustomer(request));
      if (answer?.status === 201) {
        this.written.set(key, answer.body.id);
        return;
      }
      await delay(retryMs);
    }
    this.unanswered.push(key);
  }
}
