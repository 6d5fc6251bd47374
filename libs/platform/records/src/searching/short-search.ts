import { countedAs, itemsOf, onPage, textsOf, wordsIn, type SearchClauses } from './composing/search-statement.ts';
import { beginning, recordConditions, textIndex, type SearchWay } from './composing/search-ways.ts';

/** A short way is gone to its end: all that it finds is counted, and sorted as far as the page needs. */
export function shortSearch(clauses: SearchClauses, way: SearchWay): string {
  const { search } = clauses;
  const { direction } = search.sort;
  const order = `order by sort_key ${direction} nulls last, id ${direction}`;
  return `with ${way.index === textIndex ? foundByText(clauses, way) : foundByColumn(clauses, way)},
page as materialized (
  select id, row_number() over (${order}) as place from (
    select id, sort_key from found ${order} ${onPage}
  ) first
),
${countedAs({ total: 'count(*)::int', is_enough: 'true' }, 'found')}
${itemsOf(clauses)}`;
}

/** Each record is looked up by its id, however many the planner expects. */
function foundByText({ definition, terms, sort }: SearchClauses, way: SearchWay): string {
  const otherWords = wordsIn(terms).filter((term) => !way.terms.includes(term));
  const begun =
    otherWords.length === 0
      ? [`begun as materialized (\n  ${beginning(definition, way)}\n)`]
      : [
          `trigrams as materialized (\n  ${beginning(definition, way)}\n)`,
          textsOf(definition, { ids: 'array(select id from trigrams)', words: otherWords, name: 'begun' }),
        ];
  return `${begun.join(',\n')},
found as materialized (
  select each.id, each.sort_key from begun cross join lateral (
    select record.id, ${sort.order} as sort_key from tenant.${definition.resource.table} record
    where record.id = begun.id and ${recordConditions(terms)} limit 1
  ) each
)`;
}

/** The offset keeps the other terms out of the inner scan, so that it goes by this way's index. */
function foundByColumn({ definition, terms, sort }: SearchClauses, way: SearchWay): string {
  const others = terms.filter((term) => !way.terms.includes(term));
  const words = wordsIn(others);
  const passing = `(
  select record.id, ${sort.order} as sort_key from (
    select record.* from tenant.${definition.resource.table} record where ${recordConditions(way.terms)} offset 0
  ) record where ${recordConditions(others)}
)`;
  return words.length === 0
    ? `found as materialized ${passing}`
    : `begun as materialized ${passing},
${textsOf(definition, { ids: 'array(select id from begun)', words, name: 'texted' })},
found as materialized (
  select begun.id, begun.sort_key from begun join texted on texted.id = begun.id
)`;
}
