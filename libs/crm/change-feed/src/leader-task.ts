import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Candidate, Database, Leader } from '@rapport/database';
import type { CallContext, TenantRef } from '@rapport/kernel';
import { Background, loop, type Telemetry } from '@rapport/telemetry';
import type { CellLevels } from './change-feed-metrics.ts';
import { FeedPurge } from './purge/feed-purge.ts';
import { OutboxRelay, type RelayOptions } from './relay/outbox-relay.ts';
import { OutboxSweeper } from './relay/outbox-sweeper.ts';

export interface LeaderTaskOptions extends Omit<RelayOptions, 'sql'> {
  readonly database: Database;
  readonly telemetry: Telemetry;
  readonly purgeEveryMs: number;
  /** Items of timelines are kept for so many days, or without an end. */
  readonly timelineDays?: number | undefined;
}

const leading = loop('lead a cell', 'Stands for the lead of each cell; the leader does the rest.', 'CellWithoutLeader');
const relaying = loop('relay changes', 'Sends changes to Kafka, and again those that stay.', 'RelayLag');
const purging = loop(
  'purge',
  'Removes what is kept no longer: changes of the feed, keys, timelines, files.',
  'PurgeBehind',
);
const measuring = loop('measure outbox', 'Measures how many changes wait, and how long.');

/** The work of one process at a time for a cell: relaying, sending again, purging. Every process is a candidate. */
export class LeaderTask {
  static readonly loops = [leading, relaying, purging, measuring];
  readonly cell: string;
  readonly #options: LeaderTaskOptions;
  readonly #candidate: Candidate;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #relay: OutboxRelay | null = null;
  #level = unknownLevel;
  #purgedAt = 0;

  constructor(options: LeaderTaskOptions) {
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
    const background = new Background(this.#options.telemetry);
    const poll = { cell: this.cell, isPoll: true } as const;
    while (!stopping.aborted) {
      const leader = await background.attempt(leading, (context) => this.#candidate.stand(context), poll);
      if (leader) {
        await this.#lead(leader, stopping);
      }
      await sleep(standEveryMs, undefined, { signal: stopping }).catch(() => undefined);
    }
  }

  async #lead(leader: Leader, stopping: AbortSignal): Promise<void> {
    const ends = AbortSignal.any([stopping, leader.lost]);
    const { telemetry, metrics } = this.#options;
    const options = { ...this.#options, sql: leader };
    const relay = new OutboxRelay(options);
    const sweeper = new OutboxSweeper(options);
    const onFailure = ({ id: tenantId }: TenantRef, error: unknown): void => {
      metrics.purgeFailures.inc({ cell: this.cell });
      telemetry.logger.warn({ cell: this.cell, tenantId, error }, 'a tenant could not be purged and is tried again');
    };
    telemetry.logger.info({ cell: this.cell }, 'this process leads the cell');
    this.#relay = relay;
    const background = new Background(telemetry);
    this.#keepRelaying(background, relay, sweeper);
    this.#keepPurging(background, new FeedPurge({ ...options, onFailure }));
    this.#keepMeasuring(background, sweeper);
    if (!ends.aborted) {
      await once(ends, 'abort');
    }
    await background.stop();
    this.#relay = null;
    this.#level = unknownLevel;
    this.#purgedAt = 0;
    telemetry.logger.info({ cell: this.cell }, 'this process leads the cell no more');
  }

  #keepRelaying(background: Background, relay: OutboxRelay, sweeper: OutboxSweeper): void {
    let failures = 0;
    const every = (waitMs?: number): number => {
      failures = waitMs === undefined ? failures + 1 : 0;
      return waitMs ?? Math.min(failurePauseMs * 2 ** (failures - 1), failurePauseMaxMs);
    };
    const relayOnce = (context: CallContext) => this.#relayOnce(context, relay, sweeper);
    background.repeat(relaying, relayOnce, every, { cell: this.cell, isPoll: true });
  }

  /** The milliseconds to wait for more. */
  async #relayOnce(context: CallContext, relay: OutboxRelay, sweeper: OutboxSweeper): Promise<number> {
    const { telemetry } = this.#options;
    const began = performance.now();
    const found = await relay.read(context);
    const readMs = performance.now() - began;
    if (found > 0 && (await telemetry.inBackground(relaying.name, (traced) => relay.send(traced)))) {
      return 0;
    }
    if (relay.acknowledged !== null) {
      sweeper.remember(relay.acknowledged);
      await sweeper.sweep(context);
    }
    // Reads take at most a fifth of the time, even slow ones.
    return Math.max(pollMs - (performance.now() - began), 4 * readMs, 1);
  }

  #keepPurging(background: Background, purge: FeedPurge): void {
    const { purgeEveryMs } = this.#options;
    const round = async (context: CallContext, stopping: AbortSignal): Promise<boolean> => {
      const { hasMore, failed } = await purge.round(context, stopping);
      this.#purgedAt = hasMore || failed > 0 ? this.#purgedAt : Date.now() / 1_000;
      return hasMore;
    };
    const afterMs = Math.min(purgeEveryMs, firstPurgeMs);
    background.repeat(purging, round, (hasMore) => (hasMore ? 0 : purgeEveryMs), { cell: this.cell, afterMs });
  }

  #keepMeasuring(background: Background, sweeper: OutboxSweeper): void {
    const { database, statements } = this.#options;
    const measure = async (context: CallContext): Promise<void> => {
      const sent = statements.outboxLevel.with({ countedMax, cleared: sweeper.cleared });
      const [level] = await database.cell(this.cell).query<OutboxLevel>(context, sent);
      this.#level = level ?? this.#level;
    };
    background.repeat(measuring, measure, measureEveryMs, { cell: this.cell, isPoll: true });
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
 * less than one of twenty. So changes wait for others to join them. No client waits for them, because a feed is read
 * from the outbox too; a person sees an item of the timeline that much later.
 */
const pollMs = 300;
const failurePauseMs = 100;
const failurePauseMaxMs = 2_000;
const firstPurgeMs = 30_000;
const measureEveryMs = 2_000;
const stopMaxMs = 3_000;
const countedMax = 10_000;
