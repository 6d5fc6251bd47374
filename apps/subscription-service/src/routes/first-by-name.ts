import type { Search } from '@rapport/kernel';

/** The first page of those in whose texts every word occurs. */
export function firstByName(words: string | undefined): Search<never, 'name'> {
  return {
    pageNumber: 1,
    pageSize: 200,
    sort: { by: 'name', direction: 'asc' },
    words: words?.split(/\s+/) ?? [],
    filters: [],
  };
}
