import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '@rapport/config';
import type { Database } from '@rapport/database';
import { untracedContext } from '@rapport/kernel';
import type { MailTransport } from '@rapport/mail';
import { RecurringFailure, type Telemetry } from '@rapport/telemetry';
import { Bodies, type MailLinks } from './bodies.ts';
import { Claims } from './claims.ts';
import { Gathering } from './gathering.ts';
import { HandingOver } from './handing-over.ts';
import { HandoverBudget } from './handover-budget.ts';
import { MailingMetrics } from './mailing-metrics.ts';
import { MailTurn } from './mail-turn.ts';
import { Settling } from './settling.ts';
import { TenantTurns, type TenantTurn } from './tenant-turns.ts';

export interface MarketingMailerOptions {
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly transport: MailTransport;
  readonly links: MailLinks;
  /** Mails that cannot be delivered come back there, and to the sender without one. */
  readonly bounceDomain?: string | undefined;
  readonly rates: SendingRates;
  readonly holds?: SendingHolds;
}

/** Others leave to a process for so long what it took, also where it died. */
export interface SendingHolds {
  /** A tenant's turn, which a process that works on it holds anew. */
  readonly turnMs: number;
  /** A recipient; longer than a delivery and the note of it take. */
  readonly claimMs: number;
}

export interface SendingRates {
  /** Mails in a second, of this process. */
  readonly perSecond: number;
  readonly perSecondOfTenant: number;
  /** Mails that are handed over at the same time. */
  readonly slots: number;
}

/** Sends the mails of all cells, beside other processes that do the same. */
export class MarketingMailer {
  readonly #options: MarketingMailerOptions;
  readonly #turnMs: number;
  readonly #metrics: MailingMetrics;
  readonly #turn: MailTurn;
  readonly #failure: RecurringFailure;
  readonly #stopping = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: MarketingMailerOptions) {
    const { database, telemetry, transport, links, bounceDomain, rates, holds = usualHolds } = options;
    const metrics = new MailingMetrics(telemetry.metrics);
    const claims = new Claims(holds.claimMs);
    const handingOver = new HandingOver({
      ...{ transport, claims, metrics, bodies: new Bodies(links, bounceDomain), turnMax: turnMaxOf(rates) },
      budget: new HandoverBudget(rates),
      logger: telemetry.logger,
    });
    const gathering = new Gathering(database, telemetry.logger);
    const settling = new Settling(database);
    const perSecond = rates.perSecondOfTenant;
    this.#options = options;
    this.#turnMs = holds.turnMs;
    this.#metrics = metrics;
    this.#failure = new RecurringFailure(telemetry.logger);
    this.#turn = new MailTurn({ database, gathering, handingOver, claims, settling, metrics, perSecond });
  }

  start(): void {
    this.#running = Promise.all(this.#options.database.cellNames.map((cell) => this.#keepTaking(cell)));
  }

  /** Ends with the turns that are under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.#options.transport.close();
  }

  /** Takes turns of a cell, some at a time, for as long as one is due. */
  async #keepTaking(cell: string): Promise<void> {
    const { signal } = this.#stopping;
    const turns = new TenantTurns(this.#options.database, cell, this.#turnMs);
    const running = new Set<Promise<void>>();
    let measuredAt = -Infinity;
    let wakeAt = Infinity;
    while (!signal.aborted) {
      if (performance.now() - measuredAt > measureEveryMs) {
        measuredAt = performance.now();
        await this.#measure(cell, turns);
      }
      const isFull = running.size >= turnsAtOnce;
      const turn = isFull ? undefined : await this.#attempt(cell, () => turns.take(untracedContext()));
      if (turn) {
        const run = this.#run(cell, turns, turn).then((againInMs) => {
          running.delete(run);
          wakeAt = Math.min(wakeAt, performance.now() + againInMs + 1);
        });
        running.add(run);
        continue;
      }
      const waitMs = Math.min(wakeAt - performance.now(), pollMs);
      wakeAt = Infinity;
      await Promise.race([sleep(Math.max(waitMs, 0), undefined, { signal }).catch(() => undefined), ...running]);
    }
    await Promise.all(running);
  }

  /** It gives after how many milliseconds the tenant's next turn may come. */
  async #run(cell: string, turns: TenantTurns, turn: TenantTurn): Promise<number> {
    const pauseMs = await this.#attempt(cell, () =>
      this.#options.telemetry.inBackground('send marketing mails', async (context) => {
        const after = await turns.during(context, turn, () =>
          this.#turn.run(context, turn.tenant, this.#stopping.signal),
        );
        await turns.end(context, turn, after.next, after.pauseMs);
        return after.pauseMs;
      }),
    );
    return pauseMs ?? pollMs;
  }

  async #measure(cell: string, turns: TenantTurns): Promise<void> {
    const seconds = await this.#attempt(cell, () => turns.lateSeconds(untracedContext()));
    this.#metrics.late.set(cell, seconds ?? 0);
  }

  /** A failure ends nothing: a turn that was not ended is given again when its hold is over. */
  async #attempt<T>(cell: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      this.#failure.over();
      return result;
    } catch (error) {
      this.#metrics.countFailure(cell);
      this.#failure.warn({ cell, error }, 'a turn of marketing mails failed and is repeated');
      return undefined;
    }
  }
}

/** A turn is about a fifth of a second long at the tenant's rate, so that tenants take turns often. */
function turnMaxOf({ perSecondOfTenant, slots }: SendingRates): number {
  return Math.max(1, Math.min(Math.ceil(perSecondOfTenant / 5), Math.ceil(slots / 2)));
}

const usualHolds: SendingHolds = { turnMs: 10_000, claimMs: times.mailClaimMs };
const turnsAtOnce = 4;
const pollMs = 500;
const measureEveryMs = 15_000;
