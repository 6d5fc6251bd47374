import type { TenantSql, TransactionSql, WriteTurn } from '@rapport/database';
import { serviceUnavailable, type AppError, type RequestContext } from '@rapport/kernel';
import type { CustomFieldSets } from '../defining/custom-field-sets.ts';
import { underKey, type IdempotencyKey } from './idempotency.ts';
import { Redefined } from './redefined.ts';

/**
 * Attempts at a write until one is done. An attempt gives null where a record changed while a statement waited for the
 * lock, and it throws `Redefined` where it held a body to old definitions of custom fields. Nothing was done then, and the
 * next attempt begins with what there is now.
 */
export class Attempts {
  readonly #customFields: CustomFieldSets;

  constructor(customFields: CustomFieldSets) {
    this.#customFields = customFields;
  }

  /** All of them in one turn. */
  inTurn<T>(
    context: RequestContext,
    sql: TenantSql,
    attempt: (turn: WriteTurn) => Promise<T | null>,
    key?: IdempotencyKey,
  ): Promise<T> {
    return underKey(key, async () => {
      const turn = await sql.turn(context);
      try {
        return await this.#untilDone(context, sql, () => attempt(turn));
      } finally {
        turn.end();
      }
    });
  }

  /** Each of them in a turn and a transaction of its own. */
  inTransactions<T>(
    context: RequestContext,
    sql: TenantSql,
    attempt: (within: TransactionSql) => Promise<T | null>,
    key?: IdempotencyKey,
  ): Promise<T> {
    return underKey(key, () => this.#untilDone(context, sql, () => sql.transaction(context, attempt)));
  }

  /** An attempt meets the first of its resources that was redefined, so each resource has attempts of its own. */
  async #untilDone<T>(context: RequestContext, sql: TenantSql, attempt: () => Promise<T | null>): Promise<T> {
    const counts = new Map<number | null, number>();
    for (;;) {
      let redefined: Redefined | null = null;
      try {
        const done = await attempt();
        if (done !== null) {
          return done;
        }
      } catch (error) {
        if (!(error instanceof Redefined)) {
          throw error;
        }
        redefined = error;
      }
      const reason = redefined?.resource ?? null;
      const count = (counts.get(reason) ?? 0) + 1;
      if (count === attemptsMax) {
        throw tooManyAttempts();
      }
      counts.set(reason, count);
      if (redefined) {
        await this.#customFields.atLeast(context, sql, redefined.resource, redefined.definitions);
      }
    }
  }
}

export function tooManyAttempts(): AppError {
  return serviceUnavailable('The record changes too often at the moment; nothing of this request was done, try again.');
}

const attemptsMax = 5;
