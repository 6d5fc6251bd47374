import { namedList } from '@rapport/members/fields';

/** The fate of a record, as the feed and the events of changes say it. */
export const changeOperations = namedList('ChangeOperation', ['created', 'updated', 'deleted']);

export type ChangeOperation = (typeof changeOperations)[number];
