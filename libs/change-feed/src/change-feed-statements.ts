import { moveStatement } from './move/move-statement.ts';
import { poisonStatements } from './poison-statements.ts';
import { purgeStatements } from './purge/purge-statements.ts';
import { relayStatements } from './relay/relay-statements.ts';

/** Everything that the worker asks of a cell: a value, so that a test can see what goes wrong when a rule is missing. */
export const changeFeedStatements = {
  ...relayStatements,
  move: moveStatement,
  ...purgeStatements,
  ...poisonStatements,
};

export type ChangeFeedStatements = typeof changeFeedStatements;
