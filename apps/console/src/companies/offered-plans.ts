import { useQuery } from '@tanstack/react-query';
import { openApi, bodyOf } from '../api/api.ts';
import { isFailure } from '../api/failure.ts';

/** The plans of a sign-up; undefined where this installation has none, or until they are there. */
export function useOfferedPlans() {
  const { data } = useQuery({
    queryKey: ['offered-plans'],
    queryFn: () =>
      bodyOf(openApi.listOfferedPlans()).catch((error: unknown) => {
        if (isFailure(error) && error.status === 404) {
          return null;
        }
        throw error;
      }),
    staleTime: Infinity,
  });
  return data?.plans;
}
