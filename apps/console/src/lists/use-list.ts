import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchRecords, type Page, type Search } from './records.ts';

/** The records that a search finds. A list that a person looks at is searched again every half minute, and when the window is back. */
export function useList(list: string, search: Search, { isAsked = true } = {}) {
  return useQuery<Page>({
    queryKey: ['search', list, search],
    queryFn: () => searchRecords(list, search),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
    refetchOnWindowFocus: true,
    enabled: isAsked,
  });
}
