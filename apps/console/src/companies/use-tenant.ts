import { useQuery } from '@tanstack/react-query';
import { answered, api, bodyOf, type AnyAnswer } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { session } from '../signing-in/session.ts';

/** The organisation of the window's token, as its owners see it. It is asked for again soon while it is being made. */
export function useTenant() {
  return useQuery({
    queryKey: ['tenant'],
    queryFn: () => bodyOf(api.getOwnTenant(ofTenant())),
    refetchInterval: ({ state }) => (state.data?.state === 'provisioning' ? 2_000 : 30_000),
  });
}

/** The parameters of every operation of an owner. */
export function ofTenant() {
  return { params: { tenantId: session.tenantId ?? '' } };
}

/** Does an act of an owner and shows what became of it. All that a person may do can follow from it. */
export async function changeTenant(act: Promise<AnyAnswer>): Promise<void> {
  const { body } = await answered(act);
  queries.setQueryData(['tenant'], body);
  await queries.invalidateQueries();
}
