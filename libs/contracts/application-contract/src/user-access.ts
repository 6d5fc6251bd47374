import type { UserAccess } from '@rapport/http-contract';

/** An operation for every signed-in person. */
export function signedIn<const Act extends UserAccess['act']>(act: Act) {
  return { permissions: [], act, limiter: 'business' } as const;
}

/** An operation with a permission of its own. */
export function holding<const Permission extends string, const Act extends UserAccess['act']>(
  permission: Permission,
  act: Act,
) {
  return { permissions: [permission], act, limiter: 'business' } as const;
}

/** An operation for people alone, although the permission is a scope. */
export function ofPeople<const Permission extends string>(permission: Permission) {
  return { ...holding(permission, 'write'), scopes: [] } as const;
}
