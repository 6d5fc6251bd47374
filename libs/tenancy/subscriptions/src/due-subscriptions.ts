import { setTimeout as sleep } from 'node:timers/promises';
import type { StatePublisher } from '@rapport/admission';
import type { Database } from '@rapport/database';
import { untracedContext, type CallContext } from '@rapport/kernel';
import { RecurringFailure, type Telemetry } from '@rapport/telemetry';
import { applyDueSteps } from './due-steps.ts';
import { SubscriptionChange } from './subscription-change.ts';
import type { DueTenant, SubscriptionStore } from './subscription-store.ts';
import { clock, type SubscriptionWriting } from './subscription-writing.ts';

/**
 * Lets happen what falls due, tenant after tenant: all that is due of one is a transaction of its own. Every process looks, and one that meets a
 * tenant at which another one is leaves it out.
 */
export class DueSubscriptions {
  readonly #database: Database;
  readonly #store: SubscriptionStore;
  readonly #writing: SubscriptionWriting;
  readonly #publisher: StatePublisher;
  readonly #telemetry: Telemetry;
  readonly #stopping = new AbortController();
  readonly #publishing = new Set<Promise<void>>();
  readonly #count: (outcome: 'done' | 'failed') => void;
  #running: Promise<void> | undefined;

  constructor(
    database: Database,
    store: SubscriptionStore,
    writing: SubscriptionWriting,
    publisher: StatePublisher,
    telemetry: Telemetry,
  ) {
    this.#database = database;
    this.#store = store;
    this.#writing = writing;
    this.#publisher = publisher;
    this.#telemetry = telemetry;
    const handled = telemetry.metrics.counter({
      name: 'subscriptions_due_total',
      help: 'Tenants of which something fell due: what was done, and what failed and is tried again within seconds.',
      labelNames: ['outcome'],
    });
    this.#count = (outcome) => handled.inc({ outcome });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.all(this.#publishing);
  }

  /** Looks once at every tenant of which something is due, some at a time. What is done of a tenant has a trace of its own. */
  async round(context: CallContext): Promise<void> {
    let page: DueTenant[] = [];
    do {
      page = await this.#store.due(context, this.#database.control, page.at(-1), pageSize);
      const waiting = [...page];
      await Promise.all(Array.from({ length: lanes }, () => this.#handleAll(waiting)));
    } while (page.length === pageSize && !this.#stopping.signal.aborted);
  }

  async #handleAll(waiting: DueTenant[]): Promise<void> {
    for (let next = waiting.shift(); next && !this.#stopping.signal.aborted; next = waiting.shift()) {
      const { tenantId } = next;
      await this.#telemetry.inBackground('what is due of a subscription', (context) =>
        this.#attempt(context, tenantId),
      );
    }
  }

  async #attempt(context: CallContext, tenantId: string): Promise<void> {
    try {
      if (await this.#handle(context, tenantId)) {
        this.#count('done');
        this.#publish(context, tenantId);
      }
    } catch (error) {
      this.#count('failed');
      const { traceId } = context.trace;
      this.#telemetry.logger.error({ traceId, tenantId, error }, 'what is due of a subscription could not be done');
    }
  }

  async #handle(context: CallContext, tenantId: string): Promise<boolean> {
    return this.#database.control.transaction(context, async (sql) => {
      const held = await this.#store.holdFree(context, sql, tenantId);
      if (!held) {
        return false;
      }
      const change = new SubscriptionChange(held.subscription, held.now);
      applyDueSteps(change);
      await this.#writing.write({ ...context, actor: clock }, sql, change);
      return change.isChanged;
    });
  }

  /** While Redis is away it takes long, and the copies of the state before run out by themselves: no other tenant waits for it. */
  #publish(context: CallContext, tenantId: string): void {
    const publishing = this.#publisher.publishTenant(context, tenantId).catch((error: unknown) => {
      this.#telemetry.logger.warn({ tenantId, error }, 'a changed subscription could not be published');
    });
    this.#publishing.add(publishing);
    void publishing.finally(() => this.#publishing.delete(publishing));
  }

  async #run(): Promise<void> {
    const failure = new RecurringFailure(this.#telemetry.logger);
    while (!this.#stopping.signal.aborted) {
      try {
        await this.round(untracedContext());
        failure.over();
      } catch (error) {
        this.#count('failed');
        failure.warn({ error }, 'what is due of subscriptions could not be looked for');
      }
      await sleep(pollMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }
}

const pollMs = 1_000;
const pageSize = 100;
/** Transactions at once, far fewer than the process has connections. */
const lanes = 4;
