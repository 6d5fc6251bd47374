import type { Sql } from '@rapport/database';
import type { CallContext } from '@rapport/kernel';
import type { ChangeFeedStatements } from '../change-feed-statements.ts';

/** Makes the rows of an outbox that was restored from another cluster rows of this cluster. */
export async function adoptRestoredRows(
  context: CallContext,
  sql: Sql,
  { relayAdopt }: Pick<ChangeFeedStatements, 'relayAdopt'>,
): Promise<void> {
  for (;;) {
    const [row] = await sql.query<{ adopted: number }>(context, relayAdopt.with({ adoptedMax }));
    if (!row || row.adopted < adoptedMax) {
      return;
    }
  }
}

/** The most rows that fit into the time of a statement. */
const adoptedMax = 5_000;
