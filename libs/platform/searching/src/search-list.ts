import { composed, type Sql } from '@rapport/database';
import { searchWindow, type CallContext, type Search, type SearchPage } from '@rapport/kernel';
import { GivenValues } from './given-values.ts';
import { searchPage } from './search-page.ts';
import type { Searchable } from './searchable.ts';
import { isLongWord } from './searched-words.ts';

/** Searches a list of a tenant. Page and count come from one statement, so from one snapshot. */
export async function searchList<Item, Field extends string, Sort extends string>(
  context: CallContext,
  sql: Sql,
  list: Searchable<NoInfer<Field>, NoInfer<Sort>>,
  tenantId: string,
  search: Search<Field, Sort>,
): Promise<SearchPage<Item>> {
  const { pageNumber, pageSize } = search;
  const given = new GivenValues({ tenantId, skipped: (pageNumber - 1) * pageSize, limit: pageSize + 1 });
  // Callers choose among very many texts. A plan that does not know the values would fold them again for each row.
  const text = searchText(list, search, given);
  const [row] = await sql.query<Found<Item>>(context, composed(list.name, text, given.all));
  const { count = 0, items = [] } = row ?? {};
  return searchPage(search, items, count);
}

interface Found<Item> {
  readonly count: number;
  readonly items: readonly Item[];
}

// The count ends one behind the window, and the page has one item more, which says whether there is a next page.
function searchText<Field extends string, Sort extends string>(
  list: Searchable<Field, Sort>,
  { sort, words, filters }: Search<Field, Sort>,
  given: GivenValues,
): string {
  const conditions = [
    list.where,
    ...filters.map(({ field, operator, value }) => list.fields[field].condition(operator, given.add('filter', value))),
    ...words.map((word) => wordCondition(list.texts, word, given)),
  ];
  const found = `from ${list.from} where ${conditions.join('\n  and ')}`;
  const direction = sort.direction === 'desc' ? 'desc' : 'asc';
  const order = `order by ${list.sorts[sort.by]} ${direction} nulls last, ${list.id} ${direction}`;
  const page = 'offset :skipped::int limit :limit::int';
  return `select
  (select count(*)::int from (select ${found} limit ${searchWindow + 1}) counted) as count,
  (select coalesce(json_agg(item), '[]') from (select ${list.item} ${found} ${order} ${page}) item) as items`;
}

function wordCondition(texts: readonly string[], word: string, values: GivenValues): string {
  const given = values.add('word', word);
  const conditions = texts.map((text) =>
    isLongWord(word)
      ? `strpos(${text}, control.folded(${given}::text)) > 0`
      : `control.begins_word(${text}, control.folded(${given}::text))`,
  );
  return `(${conditions.join(' or ')})`;
}
