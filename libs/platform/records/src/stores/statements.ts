import { composed, type NamedStatement } from '@rapport/database';
import type { Search } from '@rapport/kernel';
import type { Columns, RecordDefinition } from '../defining/definition.ts';
import type { Surface } from '../defining/surface.ts';
import { fanOutStatements } from '../naming/fan-out-statements.ts';
import { followStatement } from '../people/follow-owner.ts';
import { feedStatements } from '../reading/pages/feed-statements.ts';
import { listStatements } from '../reading/pages/list-statements.ts';
import type { PageStatements } from '../reading/pages/page-statements.ts';
import { getByExternalIdStatement, getStatement } from '../reading/read-statements.ts';
import { searchBounds } from '../searching/composing/search-bounds.ts';
import { searchClauses, searched } from '../searching/composing/search-clauses.ts';
import { lookText, searchWays, textIndex } from '../searching/composing/search-ways.ts';
import { longSearch, walkValues } from '../searching/long-search.ts';
import { shortSearch } from '../searching/short-search.ts';
import { RecordShape } from '../showing/shape.ts';
import { recordRules } from '../stamping/rules.ts';
import { batchStatements } from '../writing/batching/batch-statements.ts';
import { writeStatements, type WriteStatements } from '../writing/write-statements.ts';

export type { PageStatements } from '../reading/pages/page-statements.ts';
export { RecordShape } from '../showing/shape.ts';
export { stepStatement } from '../writing/stepping/step-statement.ts';

/** The statements of this resource's stores for a caller that sees everything, for benches and for the catalogue. */
export interface StoreStatements extends WriteStatements {
  readonly get: NamedStatement;
  readonly list: PageStatements;
  readonly changes: PageStatements;
}

export function storeStatements<C extends Columns>(
  definition: RecordDefinition<C>,
  surface: Surface<C>,
  all: readonly RecordDefinition[],
): StoreStatements {
  const { resource } = definition;
  const shape = new RecordShape(definition, surface.shows);
  return {
    ...writeStatements(definition, surface, all, recordRules),
    get: getStatement(definition, shape, 'all'),
    list: listStatements(resource, shape, 'all', recordRules),
    changes: feedStatements(resource, 'all', recordRules),
  };
}

/** The statements for a reader beside those of `StoreStatements`; `ownChanges` are for a caller that sees its own records. */
export function furtherStatements<C extends Columns>(
  definition: RecordDefinition<C>,
  surface: Surface<C>,
  all: readonly RecordDefinition[],
) {
  const { resource } = definition;
  const shape = new RecordShape(definition, surface.shows);
  const clauses = searchClauses(searched(definition, shape), ownRecords, exampleSearch);
  const ways = searchWays(clauses.terms);
  const way = ways.find(({ index }) => index === textIndex) ?? { index: textIndex, terms: [] };
  const walk = { bounds: searchBounds, known: null, isAlongTexts: false, recordsMax: 1_000, pageMax: 1_000 };
  return {
    byExternalId: getByExternalIdStatement(definition, shape, 'all'),
    ownChanges: feedStatements(resource, 'own', recordRules),
    batch: batchStatements(definition),
    follow: followStatement(definition, true),
    fanOut: fanOutStatements(all),
    look: composed(`${resource.name}_look`, lookText(clauses, ways, searchBounds), clauses.values).statement,
    short: composed(`${resource.name}_search_short`, shortSearch(clauses, way), clauses.values).statement,
    walk: composed(`${resource.name}_search_walk`, longSearch(clauses, walk), walkValues(clauses, walk)).statement,
  };
}

const ownRecords = { visibility: { scope: 'own', userId: '' } } as const;

const exampleSearch: Search = {
  ...{ pageNumber: 1, pageSize: 50, sort: { by: 'name', direction: 'asc' }, words: ['smith'] },
  filters: [{ field: 'createdOnUtc', operator: 'gte', value: '' }],
};
