import { isScope, type DataScope } from '@rapport/kinds';
import type { HeldUser } from './user-store.ts';

/** The read permissions of the records that clients synchronise, in their order. */
export function readsOf(permissions: readonly string[]): string[] {
  return permissions.filter((permission) => isScope(permission) && permission.endsWith('.read')).sort();
}

/** Whether a change alters which records the user sees at all. */
export function changesView(
  user: Pick<HeldUser, 'dataScope' | 'teamId' | 'viewReads' | 'permissions'>,
  next: { readonly dataScope: DataScope; readonly teamId: string | null; readonly permissions: readonly string[] },
): boolean {
  const isTeamView = next.dataScope === 'team' && next.teamId !== user.teamId;
  const reads = user.viewReads ?? readsOf(user.permissions);
  return next.dataScope !== user.dataScope || isTeamView || readsOf(next.permissions).join() !== reads.join();
}
