import type { RequestContext, Search } from '@rapport/kernel';
import { GivenValues } from '@rapport/searching';
import type { RecordDefinition } from '../../defining/definition.ts';
import { copyVisibleTo } from '../../showing/copied-name.ts';
import { joinVisibleTo } from '../../showing/joined-name.ts';
import type { RecordShape } from '../../showing/shape.ts';
import { theViewer, viewerValues, visibleTo } from '../../showing/visibility.ts';
import type { RecordFields } from './search-fields.ts';
import { pageValues, type SearchClauses } from './search-statement.ts';
import { fieldNamed, searchTerms } from './search-terms.ts';

/** The records of a surface that are searched. */
export interface Searched {
  readonly definition: RecordDefinition;
  readonly shape: RecordShape;
  readonly fields: RecordFields;
}

export function searchClauses(
  { definition, shape, fields }: Searched,
  context: Pick<RequestContext, 'visibility'>,
  search: Search,
): SearchClauses {
  const given = new GivenValues({ ...viewerValues(context), ...pageValues(search) });
  return {
    definition,
    terms: searchTerms(definition, fields, search, context.visibility, given),
    search,
    sort: fieldNamed(fields, search.sort.by),
    item: shape.columns(copyVisibleTo(theViewer), joinVisibleTo(theViewer), (alias) => visibleTo({}, theViewer, alias)),
    values: given.all,
  };
}
