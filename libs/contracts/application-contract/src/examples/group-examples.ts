import type { Example } from '@rapport/http-contract';
import { recordGroups } from '../record-groups.ts';

/** The bodies that make, replace and find records with owners, by operation. */
export const groupExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  Object.values(recordGroups).flatMap(({ endpoints, example: { id, create, update, search } }) => [
    [endpoints.create.operationId, { body: create }],
    [endpoints.update.operationId, { body: { ...create, id, ...update } }],
    [endpoints.search.operationId, { body: search }],
  ]),
);
