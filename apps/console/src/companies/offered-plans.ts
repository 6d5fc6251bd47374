import { useQuery } from '@tanstack/react-query';
import { openApi, bodyOf } from '../api/api.ts';
import { isFailure } from '../api/failure.ts';

/** The plans that companies choose from; null where this installation has none. */
export function useOffer() {
  return useQuery({
    queryKey: ['offered-plans'],
    queryFn: () =>
      bodyOf(openApi.listOfferedPlans()).then(
        ({ plans }) => plans,
        (error: unknown) => {
          if (isFailure(error) && error.status === 404) {
            return null;
          }
          throw error;
        },
      ),
    staleTime: Infinity,
  });
}

/** Those plans as far as they are known; none while they are not there. */
export function useOfferedPlans() {
  return useOffer().data ?? undefined;
}
