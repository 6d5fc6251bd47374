import { searchWindow, type Search, type SearchPage } from '@rapport/kernel';

/** A page of what was found from its first item on: one item more than it has says that there is a next page. */
export function searchPage<Item>(
  { pageSize }: Pick<Search, 'pageSize'>,
  found: readonly Item[],
  count: number,
  countMax = searchWindow,
): SearchPage<Item> {
  return {
    items: found.slice(0, pageSize),
    totalCount: Math.min(count, countMax),
    totalCountIsExact: count <= countMax,
    hasNextPage: found.length > pageSize,
  };
}
