import type { CallContext } from '@rapport/kernel';
import { adoptRestoredRows } from './adopt-restored-rows.ts';
import type { RelayOptions } from './outbox-relay.ts';
import { beforeEverything, type OutboxRow } from './relay-statements.ts';

export interface SweeperTimes {
  /** A row that was sent may wait so long before it is sent again. */
  readonly patienceMs: number;
  readonly pauseMinMs: number;
  readonly pauseMaxMs: number;
}

interface Remembered {
  readonly snapshot: string;
  readonly at: number;
}

/**
 * Sends rows again that were sent and not moved, because a topic or a batch was lost. It looks at rows that were
 * visible some seconds ago in a snapshot that it remembers, so no clock of the database matters. A slow consumer is not
 * flooded: after each page the sweeper waits until that page was moved, and longer each time that it was not.
 */
export class OutboxSweeper {
  readonly #options: RelayOptions;
  readonly #times: SweeperTimes;
  #remembered: Remembered[] = [];
  #sent: readonly string[] = [];
  #after = 0;
  #pauseMs: number;
  #dueAt = 0;
  /** The snapshot of which no visible row waits, dead letters left out. */
  #cleared = beforeEverything;
  #clearedAt = -Infinity;

  constructor(options: RelayOptions, times: SweeperTimes = defaultTimes) {
    this.#options = options;
    this.#times = times;
    this.#pauseMs = times.pauseMinMs;
  }

  get cleared(): string {
    return this.#cleared;
  }

  /** Remembers a snapshot of which every row was acknowledged, at most one in a while. */
  remember(snapshot: string, now = performance.now()): void {
    const last = this.#remembered.at(-1);
    if (!last || now - last.at >= this.#times.patienceMs / rememberedMax) {
      this.#remembered.push({ snapshot, at: now });
    }
  }

  /** Sends the next page, if it is due. */
  async sweep(context: CallContext, now = performance.now()): Promise<void> {
    const horizon = this.#horizon(now);
    if (horizon === null || now < this.#dueAt) {
      return;
    }
    if (this.#after === 0 && !(await this.#isAnyLeft(context, horizon, now))) {
      this.#sent = [];
      this.#dueAt = now + this.#times.patienceMs / rememberedMax;
      return;
    }
    await this.#adaptPause(context);
    await this.#sendPage(context, horizon);
    this.#dueAt = now + this.#pauseMs;
  }

  async #sendPage(context: CallContext, horizon: string): Promise<void> {
    const { sql, statements, pageMax, events, cell, bus, topic, metrics } = this.#options;
    const page = { snapshot: horizon, after: this.#after, pageMax };
    const rows = await sql.query<OutboxRow>(context, statements.relayAgain.with(page));
    const outgoing = await events.of(context, cell, rows);
    if (outgoing.length > 0) {
      await bus.publish(context, topic, outgoing);
      metrics.resent.inc({ cell }, outgoing.length);
    }
    this.#sent = rows.length > 0 ? rows.map(({ id }) => id) : this.#sent;
    this.#after = rows.length >= pageMax ? (rows.at(-1)?.seq ?? 0) : 0;
  }

  /** Once in a while every row is looked at, for dead letters that may be tried again and for restored ones. */
  async #isAnyLeft(context: CallContext, horizon: string, now: number): Promise<boolean> {
    const { sql, statements } = this.#options;
    if (now - this.#clearedAt >= everythingEveryMs) {
      this.#cleared = beforeEverything;
      this.#clearedAt = now;
      await adoptRestoredRows(context, sql, statements);
    }
    const [row] = await sql.query<{ isLeft: boolean }>(
      context,
      statements.relayLeft.with({ since: this.#cleared, snapshot: horizon }),
    );
    if (row?.isLeft === false) {
      this.#cleared = horizon;
    }
    return row?.isLeft ?? true;
  }

  /** The pause grows while rows that were sent again are not moved. */
  async #adaptPause(context: CallContext): Promise<void> {
    const { pauseMinMs, pauseMaxMs } = this.#times;
    const { sql, statements } = this.#options;
    const waiting = statements.relayWaiting.with({ ids: this.#sent });
    const [left] = this.#sent.length > 0 ? await sql.query<{ waiting: number }>(context, waiting) : [];
    this.#pauseMs = left && left.waiting > 0 ? Math.min(2 * this.#pauseMs, pauseMaxMs) : pauseMinMs;
  }

  /** The newest snapshot that is old enough; the ones before it are forgotten. */
  #horizon(now: number): string | null {
    const at = this.#remembered.findLastIndex((snapshot) => now - snapshot.at >= this.#times.patienceMs);
    if (at > 0) {
      this.#remembered = this.#remembered.slice(at);
    }
    return at < 0 ? null : (this.#remembered[0]?.snapshot ?? null);
  }
}

/** So many snapshots cover the time of patience. */
const rememberedMax = 5;
const everythingEveryMs = 60_000;

const defaultTimes: SweeperTimes = { patienceMs: 5_000, pauseMinMs: 250, pauseMaxMs: 30_000 };
