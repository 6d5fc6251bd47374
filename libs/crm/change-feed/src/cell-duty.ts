import { setTimeout as sleep } from 'node:timers/promises';
import type { Candidate, Database, Leader } from '@rapport/database';
import { untracedContext, type TenantRef } from '@rapport/kernel';
import { RecurringFailure, type Telemetry } from '@rapport/telemetry';
import type { CellLevels } from './change-feed-metrics.ts';
import { FeedPurge } from './purge/feed-purge.ts';
import { OutboxRelay, type RelayOptions } from './relay/outbox-relay.ts';
import { OutboxSweeper } from './relay/outbox-sweeper.ts';

export interface CellDutyOptions extends Omit<RelayOptions, 'sql'> {
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly purgeEveryMs: number;
  /** Items of timelines are kept for so many days, or without an end. */
  readonly timelineDays?: number | undefined;
}

type Work = 'lead' | 'relay' | 'purge' | 'level';

/** The work of one process at a time for a cell: relaying, sending again, purging. Every process is a candidate. */
export class CellDuty {
  readonly cell: string;
  readonly #options: CellDutyOptions;
  readonly #candidate: Candidate;
  readonly #stopping = new AbortController();
  readonly #failures = new Map<Work, RecurringFailure>();
  #running: Promise<void> | undefined;
  #relay: OutboxRelay | null = null;
  #level = unknownLevel;
  #purgedAt = 0;

  constructor(options: CellDutyOptions) {
    this.cell = options.cell;
    this.#options = options;
    this.#candidate = options.database.candidate(options.cell, leadershipKey);
    options.metrics.begin(options.cell);
  }

  get levels(): CellLevels {
    return {
      isLeader: this.#relay !== null,
      outboxRows: this.#level.rows,
      outboxAgeSeconds: this.#level.age,
      relayLagSeconds: this.#relay?.lagSeconds ?? 0,
      parkedEvents: this.#level.parked,
      purgedAt: this.#purgedAt,
    };
  }

  start(): void {
    this.#running ??= this.#standAndLead(this.#stopping.signal);
  }

  /**
   * Finishes the page in hand, and gives the leadership to another candidate. Where Kafka does not answer, the page is
   * left, because its rows are still in the outbox.
   */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.race([this.#running, sleep(stopMaxMs, undefined, { ref: false })]);
    await this.#candidate.close();
  }

  async #standAndLead(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      const leader = await this.#attempt('lead', stopping, () => this.#candidate.stand(untracedContext()));
      if (leader) {
        await this.#lead(leader, stopping);
      }
      await pause(standEveryMs, stopping);
    }
  }

  async #lead(leader: Leader, stopping: AbortSignal): Promise<void> {
    const ends = AbortSignal.any([stopping, leader.lost]);
    const { telemetry } = this.#options;
    const options = { ...this.#options, sql: leader };
    this.#relay = new OutboxRelay(options);
    const sweeper = new OutboxSweeper(options);
    const onFailure = ({ id: tenantId }: TenantRef, error: unknown): void =>
      telemetry.logger.warn({ ...this.#count('purge', error), tenantId }, 'work on a cell failed and is tried again');
    telemetry.logger.info({ cell: this.cell }, 'this process leads the cell');
    await Promise.all([
      this.#keepRelaying(this.#relay, sweeper, ends),
      this.#keepPurging(new FeedPurge({ ...options, onFailure }), ends),
      this.#keepMeasuring(sweeper, ends),
    ]);
    this.#relay = null;
    this.#level = unknownLevel;
    this.#purgedAt = 0;
    telemetry.logger.info({ cell: this.cell }, 'this process leads the cell no more');
  }

  async #keepRelaying(relay: OutboxRelay, sweeper: OutboxSweeper, ends: AbortSignal): Promise<void> {
    let failures = 0;
    while (!ends.aborted) {
      const began = performance.now();
      const step = await this.#attempt('relay', ends, () => this.#relayOnce(relay, sweeper));
      failures = step ? 0 : failures + 1;
      if (!step) {
        await pause(Math.min(failurePauseMs * 2 ** (failures - 1), failurePauseMaxMs), ends);
      } else if (!step.hasMore) {
        const everyMs = step.found < companyMin ? quietPollMs : pollMs;
        // Reads take at most a fifth of the time, even slow ones.
        await pause(Math.max(everyMs - (performance.now() - began), 4 * step.readMs, 1), ends);
      }
    }
  }

  async #relayOnce(
    relay: OutboxRelay,
    sweeper: OutboxSweeper,
  ): Promise<{ hasMore: boolean; found: number; readMs: number }> {
    const context = untracedContext();
    const began = performance.now();
    const found = await relay.read(context);
    const readMs = performance.now() - began;
    const hasMore = found > 0 && (await this.#send(relay));
    if (!hasMore && relay.acknowledged !== null) {
      sweeper.remember(relay.acknowledged);
      await sweeper.sweep(context);
    }
    return { hasMore, found, readMs };
  }

  #send(relay: OutboxRelay): Promise<boolean> {
    return this.#options.telemetry.inBackground('relay changes', (context) => relay.send(context));
  }

  async #keepPurging(purge: FeedPurge, ends: AbortSignal): Promise<void> {
    const { purgeEveryMs, telemetry } = this.#options;
    await pause(Math.min(purgeEveryMs, firstPurgeMs), ends);
    while (!ends.aborted) {
      const round = await this.#attempt('purge', ends, () =>
        telemetry.inBackground('purge', (context) => purge.round(context, ends)),
      );
      const isWhole = round?.hasMore === false && round.failed === 0;
      this.#purgedAt = isWhole ? Date.now() / 1_000 : this.#purgedAt;
      await pause(round?.hasMore ? 0 : purgeEveryMs, ends);
    }
  }

  async #keepMeasuring(sweeper: OutboxSweeper, ends: AbortSignal): Promise<void> {
    const { database, statements } = this.#options;
    while (!ends.aborted) {
      const rows = await this.#attempt('level', ends, () =>
        database
          .cell(this.cell)
          .query<OutboxLevel>(untracedContext(), statements.outboxLevel, [countedMax, sweeper.cleared]),
      );
      this.#level = rows?.[0] ?? this.#level;
      await pause(measureEveryMs, ends);
    }
  }

  /** A failure does not end the process: it is logged and counted, and the work is tried again. */
  async #attempt<T>(work: Work, ends: AbortSignal, attempt: () => Promise<T>): Promise<T | undefined> {
    try {
      const done = await attempt();
      this.#failures.get(work)?.over();
      return done;
    } catch (error) {
      if (!ends.aborted) {
        this.#report(work, error);
      }
      return undefined;
    }
  }

  #report(work: Work, error: unknown): void {
    const failure = this.#failures.get(work) ?? new RecurringFailure(this.#options.telemetry.logger);
    this.#failures.set(work, failure);
    failure.warn(this.#count(work, error), 'work on a cell failed and is tried again');
  }

  #count(work: Work, error: unknown): { readonly cell: string; readonly work: Work; readonly error: unknown } {
    this.#options.metrics.failures.inc({ cell: this.cell, work });
    return { cell: this.cell, work, error };
  }
}

interface OutboxLevel {
  readonly rows: number;
  readonly age: number;
  readonly parked: number;
}

const unknownLevel: OutboxLevel = { rows: 0, age: 0, parked: 0 };

/** The lock by which the processes of this kind agree on a leader. */
const leadershipKey = 1;
const standEveryMs = 500;
/**
 * The changes that one poll finds go to Kafka, come back and are moved as one batch, and a batch of two costs hardly
 * less than one of five. So changes wait for others to join them, and longer where few came. No client waits for them,
 * because a feed is read from the outbox too.
 */
const pollMs = 50;
const quietPollMs = 70;
const companyMin = 10;
const failurePauseMs = 100;
const failurePauseMaxMs = 2_000;
const firstPurgeMs = 30_000;
const measureEveryMs = 2_000;
const stopMaxMs = 3_000;
const countedMax = 10_000;

async function pause(ms: number, ends: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: ends }).catch(() => undefined);
}
