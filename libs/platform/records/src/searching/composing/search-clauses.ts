import type { RequestContext, Search } from '@rapport/kernel';
import { GivenValues } from '@rapport/searching';
import type { RecordDefinition } from '../../defining/definition.ts';
import { copyVisibleTo } from '../../showing/copied-name.ts';
import { joinVisibleTo } from '../../showing/joined-name.ts';
import type { RecordShape } from '../../showing/shape.ts';
import { theViewer, viewerValues, visibleTo } from '../../showing/visibility.ts';
import { recordFields, type RecordFields } from './search-fields.ts';
import { pageValues, type SearchClauses } from './search-statement.ts';
import { fieldNamed, searchTerms } from './search-terms.ts';

/** The records of a surface as they are searched. It is the same for each search. */
export interface Searched extends Pick<SearchClauses, 'definition' | 'item'> {
  readonly fields: RecordFields;
}

export function searched(definition: RecordDefinition, shape: RecordShape): Searched {
  const sees = (alias: string): string => visibleTo({}, theViewer, alias);
  const item = shape.columns(copyVisibleTo(theViewer), joinVisibleTo(theViewer), sees);
  return { definition, item, fields: recordFields(definition) };
}

export function searchClauses(
  { definition, item, fields }: Searched,
  context: Pick<RequestContext, 'visibility'>,
  search: Search,
): SearchClauses {
  const given = new GivenValues({ ...viewerValues(context), ...pageValues(search) });
  return {
    definition,
    terms: searchTerms(definition, fields, search, context.visibility, given),
    search,
    sort: fieldNamed(fields, search.sort.by),
    item,
    values: given.all,
  };
}
