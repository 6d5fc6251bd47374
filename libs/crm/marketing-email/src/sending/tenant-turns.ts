import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, erased, statement, type TenantTable } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';

/** A turn that this process holds. */
export interface TenantTurn {
  readonly tenant: number;
  heldUntil: string;
  /** A turn had been called for so often when this one began. */
  readonly calls: number;
}

/**
 * The turns of a cell's tenants, in which processes take part as equals: whose turn has waited longest comes first. A turn whose process
 * died, or did not reach the cell, is given to another process. So two may be at one tenant, and each recipient is still claimed once.
 */
export class TenantTurns {
  readonly #database: Database;
  readonly #cell: string;
  readonly #holdMs: number;

  constructor(database: Database, cell: string, holdMs: number) {
    this.#database = database;
    this.#cell = cell;
    this.#holdMs = holdMs;
  }

  async take(context: CallContext): Promise<TenantTurn | undefined> {
    const taking = takeTurn.with({ holdMs: this.#holdMs });
    const [turn] = await this.#database.cell(this.#cell).query<TenantTurn>(context, taking);
    return turn;
  }

  /** Holds a turn for as long as the work takes, also where that is longer than one hold. */
  async during<T>(context: CallContext, turn: TenantTurn, work: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    const holding = this.#keepHolding(context, turn, over.signal);
    return work().finally(() => {
      over.abort();
      return holding;
    });
  }

  /** Ends a turn. `next` is when the tenant has something to do again, or null; a turn that was called for meanwhile comes at once. */
  async end(context: CallContext, turn: TenantTurn, next: string | null, pauseMs: number): Promise<void> {
    const own = { ...turn, tenantNumber: turn.tenant };
    const ended = next === null ? endLastTurn.with(own) : endTurn.with({ ...own, next, pauseMs });
    await this.#database.cell(this.#cell).query(context, ended);
  }

  /** The delay of the turn that waits longest. */
  async lateSeconds(context: CallContext): Promise<number> {
    const [row] = await this.#database.cell(this.#cell).query<{ late: number }>(context, readLate);
    return row?.late ?? 0;
  }

  /** A failed renewal is tried again, and a turn that another process has is left to it. */
  async #keepHolding(context: CallContext, turn: TenantTurn, signal: AbortSignal): Promise<void> {
    const cell = this.#database.cell(this.#cell);
    while (await sleep(this.#holdMs / 3, true, { signal }).catch(() => false)) {
      const holding = holdTurn.with({ ...turn, tenantNumber: turn.tenant, holdMs: this.#holdMs });
      const [held] = await cell.query<Pick<TenantTurn, 'heldUntil'>>(context, holding).catch(() => [turn]);
      if (!held) {
        return;
      }
      turn.heldUntil = held.heldUntil;
    }
  }
}

export const mailingTables: readonly TenantTable[] = [erased('cell.mailing_turn')];

// Two processes never take the same turn at once.
const takeTurn = statement(
  'mailing_turn_take',
  `update cell.mailing_turn turn set held_until = clock_timestamp() + :holdMs::int * interval '1 millisecond'
where turn.tenant = (select tenant from cell.mailing_turn where due_on <= now() and held_until <= now()
  order by due_on limit 1 for update skip locked)
returning turn.tenant, turn.held_until::text as "heldUntil", turn.calls`,
);

// A process that lost the turn to another one holds nothing.
const holdTurn = statement(
  'mailing_turn_hold',
  `update cell.mailing_turn set held_until = clock_timestamp() + :holdMs::int * interval '1 millisecond'
where tenant = :tenantNumber::int and held_until = :heldUntil::timestamptz returning held_until::text as "heldUntil"`,
);

// A process that lost the turn to another one changes nothing.
const endTurn = statement(
  'mailing_turn_end',
  `update cell.mailing_turn set held_until = '-infinity',
  due_on = greatest(case when calls = :calls::bigint then :next::timestamptz else clock_timestamp() end,
    clock_timestamp() + :pauseMs::int * interval '1 millisecond')
where tenant = :tenantNumber::int and held_until = :heldUntil::timestamptz`,
);

// The row goes where no other turn was called for. It is locked first, so that a call which commits meanwhile counts.
const endLastTurn = statement(
  'mailing_turn_end_last',
  `with own as materialized (
  select calls from cell.mailing_turn where tenant = :tenantNumber::int and held_until = :heldUntil::timestamptz for update
),
ended as (delete from cell.mailing_turn using own where tenant = :tenantNumber and own.calls = :calls::bigint)
update cell.mailing_turn set held_until = '-infinity', due_on = clock_timestamp() from own where tenant = :tenantNumber and own.calls <> :calls`,
);

const readLate = statement(
  'mailing_turn_late',
  `select greatest(coalesce(extract(epoch from clock_timestamp() - min(due_on)), 0), 0)::float8 as late from cell.mailing_turn`,
);
