import type { StatePublisher } from '@rapport/admission';
import type { Database } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import { loop, type Background, type Telemetry } from '@rapport/telemetry';
import { applyDueSteps } from './due-steps.ts';
import { SubscriptionChange } from './subscription-change.ts';
import type { DueTenant, SubscriptionStore } from './subscription-store.ts';
import { clock, type SubscriptionWriting } from './subscription-writing.ts';

const doingWhatIsDue = loop('do what is due', 'Does what falls due of subscriptions.', 'SubscriptionsDueFail');

/**
 * Lets happen what falls due, tenant after tenant: all that is due of one is a transaction of its own. Every process looks, and one that meets a
 * tenant at which another one is leaves it out.
 */
export class DueSubscriptions {
  static readonly loops = [doingWhatIsDue];
  readonly #database: Database;
  readonly #store: SubscriptionStore;
  readonly #writing: SubscriptionWriting;
  readonly #publisher: StatePublisher;
  readonly #telemetry: Telemetry;
  readonly #publishing = new Set<Promise<void>>();
  readonly #count: (outcome: 'done' | 'failed') => void;

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
    // A series that begins with its first failure shows no rise.
    handled.inc({ outcome: 'failed' }, 0);
    this.#count = (outcome) => handled.inc({ outcome });
  }

  start(background: Background): void {
    background.repeat(doingWhatIsDue, (context, stopping) => this.round(context, stopping), pollMs, {
      isPoll: true,
      last: () => Promise.all(this.#publishing),
    });
  }

  /** Looks once at every tenant of which something is due, some at a time. What is done of a tenant has a trace of its own. */
  async round(context: CallContext, stopping?: AbortSignal): Promise<void> {
    let page: DueTenant[] = [];
    do {
      page = await this.#store.due(context, this.#database.control, page.at(-1), pageSize);
      const waiting = [...page];
      await Promise.all(Array.from({ length: lanes }, () => this.#handleAll(waiting, stopping)));
    } while (page.length === pageSize && !stopping?.aborted);
  }

  async #handleAll(waiting: DueTenant[], stopping: AbortSignal | undefined): Promise<void> {
    for (let next = waiting.shift(); next && !stopping?.aborted; next = waiting.shift()) {
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
}

const pollMs = 1_000;
const pageSize = 100;
/** Transactions at once, far fewer than the process has connections. */
const lanes = 4;
