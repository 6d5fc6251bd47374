import { QueryClient } from '@tanstack/react-query';

/** The answers that the page keeps. A request that fails is not repeated here: sending waits for busy services already. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
});

/** Asks again for everything that shows records, after one was changed. */
export async function recordsChanged(): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}
