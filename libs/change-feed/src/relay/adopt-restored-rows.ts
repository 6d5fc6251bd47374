import type { Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { ChangeFeedStatements } from '../change-feed-statements.ts';

/** Rows of an outbox that was dumped in one cluster and restored into another become rows of this one. */
export async function adoptRestoredRows(
  context: CallContext,
  sql: Sql,
  { relayAdopt }: Pick<ChangeFeedStatements, 'relayAdopt'>,
): Promise<void> {
  for (;;) {
    const [row] = await sql.query<{ adopted: number }>(context, relayAdopt, [adoptedMax]);
    if (!row || row.adopted < adoptedMax) {
      return;
    }
  }
}

/** What is done within the time of a statement. */
const adoptedMax = 5_000;
