import { moveStatement } from './move/move-statement.ts';
import { parkingStatements } from './parking/parking-statements.ts';
import { purgeStatements } from './purge/purge-statements.ts';
import { relayStatements } from './relay/relay-statements.ts';

/** Every statement that the worker sends to a cell: a value, so that a test can remove a rule and see the damage. */
export const changeFeedStatements = {
  ...relayStatements,
  move: moveStatement,
  ...purgeStatements,
  ...parkingStatements,
};

export type ChangeFeedStatements = typeof changeFeedStatements;
