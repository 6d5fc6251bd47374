import type { ChangeContext } from '@rapport/audit';
import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { Subscriptions } from '@rapport/subscriptions';
import { loop, type Background } from '@rapport/telemetry';
import type { SignupMetrics } from './signup-metrics.ts';
import type { SignupStore } from './signup-store.ts';

const watching = loop('watch sign-ups', 'Counts the open tenants of which no owner is verified.');

/** The tenants of sign-ups without a verified owner. In a flood of them an operator ends them all. */
export class UnverifiedTenants {
  static readonly loops = [watching];
  readonly #database: Database;
  readonly #store: SignupStore;
  readonly #metrics: SignupMetrics;
  readonly #subscriptions: Subscriptions;

  constructor(database: Database, store: SignupStore, metrics: SignupMetrics, subscriptions: Subscriptions) {
    this.#database = database;
    this.#store = store;
    this.#metrics = metrics;
    this.#subscriptions = subscriptions;
  }

  start(background: Background): void {
    background.repeat(watching, (context) => this.measure(context), watchEveryMs, { isPoll: true });
  }

  /** The number falls without a sign-up, by those that are verified, cancelled or suspended. */
  async measure(context: CallContext): Promise<void> {
    const { count } = await this.#store.waiting(context, this.#database.control, noNetwork);
    this.#metrics.setUnverified(count);
  }

  /**
   * Cancels those that signed up since then, and returns how many. One that fails keeps none of the others from its end; the
   * first failure is thrown behind them, and a repeated call goes on.
   */
  async cancelSince(context: ChangeContext, sinceUtc: string): Promise<number> {
    let cancelled = 0;
    let failure: PromiseRejectedResult | undefined;
    for (let page = [noId]; page.length > 0;) {
      page = await this.#store.cancellable(context, this.#database.control, sinceUtc, page.at(-1) ?? noId, atOnce);
      const outcomes = await Promise.allSettled(
        page.map((tenantId) => this.#subscriptions.cancel(context, tenantId, 'now')),
      );
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
      cancelled += outcomes.length - failures.length;
      failure ??= failures[0];
    }
    if (failure) {
      throw failure.reason;
    }
    return cancelled;
  }
}

const noNetwork = '';
const noId = '00000000-0000-0000-0000-000000000000';
/** Far fewer than the process has connections. */
const atOnce = 4;
const watchEveryMs = 30_000;
