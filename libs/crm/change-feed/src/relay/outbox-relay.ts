import type { Sql } from '@rapport/database';
import type { EventBus, OutgoingEvent, TopicDefinition } from '@rapport/event-bus';
import type { CallContext } from '@rapport/kernel';
import type { ChangeFeedMetrics } from '../change-feed-metrics.ts';
import type { ChangeFeedStatements } from '../change-feed-statements.ts';
import { adoptRestoredRows } from './adopt-restored-rows.ts';
import type { OutboxEvents } from './outbox-events.ts';
import { beforeEverything, type OutboxRow } from './relay-statements.ts';

export interface RelayOptions {
  readonly cell: string;
  /** The connection of the leader, which reads the outbox. */
  readonly sql: Sql;
  readonly bus: EventBus;
  readonly topic: TopicDefinition;
  readonly events: OutboxEvents;
  readonly statements: ChangeFeedStatements;
  readonly metrics: ChangeFeedMetrics;
  readonly pageMax: number;
}

interface Page {
  readonly events: readonly OutgoingEvent[];
  /** The start of the next page of the same snapshot; null where this is its last page. */
  readonly next: number | null;
  readonly snapshot: string;
  readonly oldest: { readonly age: number; readonly readAt: number } | null;
}

/**
 * Sends the rows of one cell's outbox in the order in which they became visible: the rows that each snapshot shows
 * beyond the one before it, in pages. The relay goes on only when the bus has acknowledged a page, so no row is left
 * out, and a row is first sent after all earlier changes of its record: see
 * docs/decisions/0007-order-of-first-deliveries.md.
 */
export class OutboxRelay {
  readonly #options: RelayOptions;
  /** The snapshot of which every visible row was acknowledged. */
  #acknowledged = beforeEverything;
  /** The snapshot whose pages are being sent, and its last acknowledged row. */
  #paging: { readonly snapshot: string; readonly after: number } | null = null;
  /** The page that was read and not yet acknowledged; it is sent until it is. */
  #inHand: Page | null = null;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /** The newest snapshot of which every row was acknowledged; null before the first. */
  get acknowledged(): string | null {
    return this.#acknowledged === beforeEverything ? null : this.#acknowledged;
  }

  /** The age in seconds of the oldest row in hand. */
  get lagSeconds(): number {
    const oldest = this.#inHand?.oldest;
    return oldest ? Math.max(0, oldest.age + (performance.now() - oldest.readAt) / 1_000) : 0;
  }

  /** Reads a page, unless one is in hand. Returns the number of its events: a page without any needs no trace. */
  async read(context: CallContext): Promise<number> {
    this.#inHand ??= await this.#readPage(context);
    const { length } = this.#inHand.events;
    if (length === 0) {
      this.#advance(this.#inHand);
    }
    return length;
  }

  /** Sends the page in hand; true where more pages wait behind it. */
  async send(context: CallContext): Promise<boolean> {
    const page = this.#inHand;
    if (!page) {
      return false;
    }
    const { bus, topic, metrics, cell } = this.#options;
    await bus.publish(context, topic, page.events);
    metrics.relayed.inc({ cell }, page.events.length);
    this.#advance(page);
    return page.next !== null;
  }

  #advance({ next, snapshot }: Page): void {
    this.#inHand = null;
    if (next === null) {
      this.#acknowledged = snapshot;
      this.#paging = null;
    } else {
      this.#paging = { snapshot, after: next };
    }
  }

  async #readPage(context: CallContext): Promise<Page> {
    const { sql, events, statements, cell, pageMax } = this.#options;
    const { snapshot, rows } = await this.#readRows(context, sql, statements);
    const [first] = rows;
    const last = rows.at(-1);
    return {
      events: await events.of(context, cell, rows),
      next: last && rows.length >= pageMax ? last.seq : null,
      snapshot,
      oldest: first ? { age: first.age, readAt: performance.now() } : null,
    };
  }

  async #readRows(
    context: CallContext,
    sql: Sql,
    statements: ChangeFeedStatements,
  ): Promise<{ snapshot: string; rows: OutboxRow[] }> {
    const { relaySnapshot, relayNew, relayPage } = statements;
    const { pageMax } = this.#options;
    const since = this.#acknowledged;
    if (since === beforeEverything && !this.#paging) {
      await adoptRestoredRows(context, sql, statements);
      this.#paging = { snapshot: await readSnapshot(context, sql, relaySnapshot), after: 0 };
    }
    if (this.#paging) {
      const page = relayPage.with({ ...this.#paging, since, pageMax });
      return { snapshot: this.#paging.snapshot, rows: await sql.query<OutboxRow>(context, page) };
    }
    const found = await sql.query<NewRow>(context, relayNew.with({ since, pageMax }));
    const snapshot = found[0]?.snapshot ?? since;
    return { snapshot, rows: found.filter((row): row is OutboxRow & { snapshot: string } => row.id !== null) };
  }
}

type NewRow = { readonly snapshot: string } & (OutboxRow | { readonly id: null });

async function readSnapshot(
  context: CallContext,
  sql: Sql,
  statement: ChangeFeedStatements['relaySnapshot'],
): Promise<string> {
  const [row] = await sql.query<{ snapshot: string }>(context, statement);
  if (!row) {
    throw new Error('the database told no snapshot');
  }
  return row.snapshot;
}
