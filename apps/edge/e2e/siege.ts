import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { Attempts, isServed, type Attempt } from './attempts.ts';
import { Follower } from './follower.ts';
import { signalFirst, untilDegraded, untilReady, type Part } from './processes.ts';
import { customersOf, done, newTenantClient, type Customers, type TenantClient } from './tenant.ts';
import { Writers } from './writers.ts';

const calmMs = 1_000;
/** How long after the platform says that it is ready a request may still have met what was away. */
const graceMs = 1_000;

export interface Fault {
  readonly from: number;
  readonly to: number;
}

/** One tenant whose clients write and synchronise while something is done to the platform. */
export class Siege {
  readonly attempts = new Attempts();
  readonly client: TenantClient;
  readonly #customers: Customers;
  readonly #writers: Writers;
  readonly #follower: Follower;

  private constructor(client: TenantClient) {
    this.client = client;
    this.#customers = customersOf(client);
    this.#writers = new Writers(this.#customers, this.attempts);
    this.#follower = new Follower(this.#customers, this.attempts);
  }

  static async begin(): Promise<Siege> {
    await untilReady();
    const siege = new Siege(await newTenantClient());
    await delay(calmMs);
    return siege;
  }

  /** kill -9; over when another process stands in its place and the platform is ready. */
  async kill(part: Part, meanwhile?: () => Promise<void>): Promise<Fault> {
    const from = performance.now();
    const pid = await signalFirst(part, 'SIGKILL');
    await meanwhile?.();
    await untilReady(pid);
    return { from, to: performance.now() + graceMs };
  }

  /** Stops it for so long, and until the platform shows it; over when the platform is ready again. */
  async freeze(
    part: Part,
    ms: number,
    meanwhile?: () => Promise<void>,
  ): Promise<Fault & { readonly thawedAt: number }> {
    const from = performance.now();
    await signalFirst(part, 'SIGSTOP');
    try {
      await Promise.all([delay(ms), untilDegraded(part), meanwhile?.()]);
    } finally {
      await signalFirst(part, 'SIGCONT');
    }
    const thawedAt = performance.now();
    await untilReady();
    return { from, to: performance.now() + graceMs, thawedAt };
  }

  /**
   * Ends writing and synchronising, and looks at everything: all was served but what the fault excuses, and nothing that was
   * answered is missing, doubled or was kept from a follower.
   */
  async end(fault: Fault, isExcused: (attempt: Attempt) => boolean): Promise<void> {
    await delay(Math.max(0, fault.to - performance.now()) + calmMs);
    await this.#writers.stop();
    await this.#follower.stop();
    const refused = this.attempts.between(fault.from, fault.to).filter((attempt) => !isServed(attempt));
    expect(refused.filter((attempt) => !isExcused(attempt))).toEqual([]);
    expect(this.attempts.outside(fault.from, fault.to).filter((attempt) => !isServed(attempt))).toEqual([]);
    await this.#compare();
  }

  async #compare(): Promise<void> {
    const written = [...this.#writers.written.values()];
    const listed = await this.#listed();
    const told = await this.#told();
    const { copied, told: followed, watermarks } = this.#follower;
    const missingFrom = (found: ReadonlySet<string>) => written.filter((id) => !found.has(id));
    expect(written.length, 'writes that were answered').toBeGreaterThan(50);
    expect(this.#writers.unanswered, 'keys whose writes were never answered').toEqual([]);
    expect(new Set(written).size, 'records that as many keys made').toBe(written.length);
    expect(listed.length, 'records in the list').toBe(written.length);
    expect(told.length, 'items in the feed').toBe(written.length);
    expect(missingFrom(new Set(listed)), 'answered writes that the list lacks').toEqual([]);
    expect(missingFrom(new Set(told)), 'answered writes that the feed lacks').toEqual([]);
    expect(missingFrom(followed), 'answered writes that the follower of the feed was not told').toEqual([]);
    expect(missingFrom(copied), 'answered writes that the follower of the list was not given').toEqual([]);
    expect(watermarks, 'watermarks in the order in which they came').toEqual(watermarks.toSorted());
  }

  async #listed(): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = done(await this.#customers.listCustomers({ query: { pageSize: 200, cursor } }), 200);
      ids.push(...page.data.map(({ id }) => id));
      if (page.nextCursor === null) {
        return ids;
      }
      cursor = page.nextCursor;
    }
  }

  async #told(): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | undefined; ;) {
      const page = done(await this.#customers.listCustomerChanges({ query: { pageSize: 200, cursor } }), 200);
      ids.push(...page.data.map(({ entityId }) => entityId));
      if (page.nextCursor === null) {
        return ids;
      }
      cursor = page.nextCursor;
    }
  }
}
