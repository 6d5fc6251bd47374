import type { ChangeContext } from '@rapport/audit';
import type { Database } from '@rapport/database';
import type { Subscriptions } from '@rapport/subscriptions';
import type { SignupStore } from './signup-store.ts';

/** The tenants of sign-ups without a verified owner. In a flood of them an operator ends them all. */
export class UnverifiedTenants {
  readonly #database: Database;
  readonly #store: SignupStore;
  readonly #subscriptions: Subscriptions;

  constructor(database: Database, store: SignupStore, subscriptions: Subscriptions) {
    this.#database = database;
    this.#store = store;
    this.#subscriptions = subscriptions;
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

const noId = '00000000-0000-0000-0000-000000000000';
/** Far fewer than the process has connections. */
const atOnce = 4;
