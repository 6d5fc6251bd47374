import type { UserAccess } from '@rapport/http-contract';

/** What every signed-in person may do. */
export function signedIn<const Act extends UserAccess['act']>(act: Act) {
  return { permissions: [], act, limiter: 'business' } as const;
}

/** What takes a permission of its own. */
export function holding<const Permission extends string, const Act extends UserAccess['act']>(
  permission: Permission,
  act: Act,
) {
  return { permissions: [permission], act, limiter: 'business' } as const;
}

/** The same for people alone, although the permission is a scope. */
export function ofPeople<const Permission extends string>(permission: Permission) {
  return { ...holding(permission, 'write'), scopes: [] } as const;
}
