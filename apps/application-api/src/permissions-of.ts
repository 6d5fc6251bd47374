import { developerPermissions } from '@rapport/admission';
import type { ApplicationContext } from './guards.ts';

/** Which kinds of records the caller may read. */
export function readsOf(context: ApplicationContext): (kind: string) => boolean {
  const held = new Set(permissionsOf(context));
  return (kind) => held.has(`${kind}.read`);
}

/** The caller's permissions: all that its user has, with a token for development cut to what that may. */
export function permissionsOf({ token, state }: ApplicationContext): string[] {
  return token.kind === 'client' && state.client !== null
    ? developerPermissions(state, token.scopes)
    : [...state.user.permissions];
}
