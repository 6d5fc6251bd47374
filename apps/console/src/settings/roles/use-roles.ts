import { useList } from '../../lists/use-list.ts';
import type { Role } from './role-name.ts';

/** All roles of the organisation, none while they are not there. */
export function useRoles(): readonly Role[] {
  const { data } = useList('roles', { pageSize: 200, sortBy: 'name' });
  // Items of this list are roles.
  return (data?.items ?? []) as unknown as readonly Role[];
}
