import { AppError } from '@rapport/kernel';
import type { PrincipalState } from './principal-state.ts';

/** The tenant's subscription must include the public API, now. */
export function requireSubscription({ tenant }: PrincipalState): void {
  if (tenant.state !== 'active') {
    throw new AppError(
      'subscription_required',
      'The tenant is suspended; its public API is closed until it is resumed.',
    );
  }
  if (!tenant.publicApi) {
    throw new AppError(
      'subscription_required',
      "The tenant's plan does not include the public API; choose a plan that does.",
    );
  }
}

/** The token must carry the scope, and the client must still have it. */
export function requireScope({ client }: PrincipalState, tokenScopes: readonly string[], scope: string): void {
  if (!tokenScopes.includes(scope) || !client.scopes.includes(scope)) {
    throw new AppError(
      'insufficient_scope',
      `The access token lacks the scope ${scope}; grant it to the API client and request a new token.`,
    );
  }
}

/** The RunAs user must hold the permission. */
export function requirePermission({ user }: PrincipalState, permission: string): void {
  if (!user.permissions.includes(permission)) {
    throw new AppError(
      'permission_denied',
      `The RunAs user lacks the permission ${permission}; give the user a role that has it.`,
    );
  }
}
