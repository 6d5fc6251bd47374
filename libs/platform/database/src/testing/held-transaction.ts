import { setTimeout as pause } from 'node:timers/promises';
import type { CallContext } from '@rapport/kernel';
import type { TenantSql } from '../sql.ts';
import { statement, type Sent } from '../statements/statement.ts';

/** A transaction that holds its connection, and what the statement takes, until it is told to end. */
export async function holdTransaction(
  context: CallContext,
  sql: TenantSql,
  take: Sent = keptAwake,
): Promise<{ end(): Promise<void> }> {
  const begun = Promise.withResolvers<void>();
  let isHeld = true;
  const held = sql.transaction(context, async (transaction) => {
    await transaction.query(context, take);
    begun.resolve();
    // PostgreSQL ends a transaction that is idle for long.
    while (isHeld) {
      await transaction.query(context, keptAwake);
      await pause(50);
    }
  });
  await Promise.race([begun.promise, held]);
  return {
    end: async () => {
      isHeld = false;
      await held;
    },
  };
}

const keptAwake = statement('test_kept_awake', 'select 1');
