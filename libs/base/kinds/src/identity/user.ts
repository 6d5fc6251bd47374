import { neededWith } from '@rapport/http-contract';
import { namedList } from '@rapport/members/fields';

/** The records that a user sees: its own, those of its team, or all. */
export const dataScopes = namedList('DataScope', ['own', 'team', 'all']);

export type DataScope = (typeof dataScopes)[number];

/** The rule of a body that makes a user. */
export const teamNeeded = neededWith('teamId', 'dataScope', 'team', 'The data scope team needs a team; name one.');
