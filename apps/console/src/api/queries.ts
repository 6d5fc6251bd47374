import { QueryClient } from '@tanstack/react-query';

/** The answers that the page keeps. A request that fails is not repeated here: sending waits for busy services already. */
export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
});

/** Asks again for everything that shows records, after one was changed. Timelines are written a moment later. */
export async function recordsChanged(): Promise<void> {
  for (const ms of [1_500, 5_000]) {
    setTimeout(() => void queries.invalidateQueries({ queryKey: ['timeline'] }), ms);
  }
  await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}
