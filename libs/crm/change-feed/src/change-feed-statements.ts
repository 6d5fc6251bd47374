import { moveStatement } from './move/move-statement.ts';
import type { TimelineKind } from './move/timeline-items.ts';
import { deadLetterStatements } from './dead-letters/dead-letter-statements.ts';
import { purgeStatements } from './purge/purge-statements.ts';
import { relayStatements } from './relay/relay-statements.ts';

/**
 * Every statement that the worker sends to a cell: a value, so that a test can remove a rule and see the damage. The rules of
 * timelines are those of these kinds.
 */
export function changeFeedStatements(kinds: readonly TimelineKind[]) {
  return {
    ...relayStatements,
    move: moveStatement(kinds),
    ...purgeStatements,
    ...deadLetterStatements,
  };
}

export type ChangeFeedStatements = ReturnType<typeof changeFeedStatements>;
