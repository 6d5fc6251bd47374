import { acts, AppError, type Act } from '@rapport/kernel';
import { isScope, type ShownState, type SuspensionReason } from '@rapport/kinds';
import type { ActingState, PrincipalState, TenantState } from './principal-state.ts';

export type Api = 'public' | 'application';

/** The operations that go on in each state of a tenant, by API. */
const open: Readonly<Record<ShownState, Readonly<Record<Api, readonly Act[]>>>> = {
  deleted: { public: [], application: [] },
  deleting: { public: [], application: [] },
  provisioning: { public: [], application: [] },
  provisioningFailed: { public: [], application: [] },
  trialing: { public: acts, application: acts },
  active: { public: acts, application: acts },
  pastDue: { public: acts, application: acts },
  suspended: { public: [], application: ['read', 'takesAway'] },
  cancelled: { public: [], application: ['takesAway'] },
};

/** Whether what an API does goes on in this state of a tenant. */
export function isOpen(state: ShownState, api: Api, act: Act): boolean {
  return open[state][api].includes(act);
}

/** The state of the tenant must let the operation go on, and a client needs the public API in the tenant's plan. */
export function requireSubscription({ tenant, client }: ActingState, api: Api, act: Act): void {
  if (!isOpen(tenant.state, api, act)) {
    throw new AppError('subscription_required', whyClosed(tenant, api));
  }
  if (client !== null && !tenant.publicApi) {
    throw new AppError(
      'subscription_required',
      "The tenant's plan does not include the public API; choose a plan that does.",
    );
  }
}

/** Why the state of the tenant lets an operation not go on, and what opens it again. */
function whyClosed({ state, suspendedFor }: TenantState, api: Api): string {
  const until = suspendedFor.map((reason) => untilOpen[reason]).join(' and ');
  const what = api === 'public' ? 'its public API is closed' : 'it can be read and takes no changes';
  return closed[state] ?? `The tenant is suspended; ${what} until ${until}.`;
}

const closed: Readonly<Partial<Record<ShownState, string>>> = {
  provisioning: 'The tenant is still being made; try again in a few seconds.',
  provisioningFailed: 'The tenant could not be made; the operator of the CRM has to try it again.',
  cancelled: "The tenant's subscription has ended; an owner has to reactivate it.",
};

const untilOpen: Readonly<Record<SuspensionReason, string>> = {
  operator: 'the operator of the CRM resumes it',
  unpaid: 'what it owes is paid',
  unverifiedEmail: 'an owner has verified the e-mail address, by the link of the mail',
};

/** A tenant that signed up sends mails to its owner alone until an owner has verified the address. */
export function requireVerified({ tenant }: { readonly tenant: Pick<TenantState, 'isVerified'> }): void {
  if (!tenant.isVerified) {
    throw new AppError(
      'email_unverified',
      'An owner has to verify the e-mail address of the sign-up first, by the link of the mail; POST /subscription/v1/tenants/{id}/verification-mail sends another one.',
    );
  }
}

/** The token must carry the scope, and the client must still have it. */
export function requireScope({ client }: PrincipalState, tokenScopes: readonly string[], scope: string): void {
  if (!tokenScopes.includes(scope) || !client.scopes.includes(scope)) {
    throw new AppError(
      'insufficient_scope',
      `The access token lacks the scope ${scope}; grant it to the API client and request a new token.`,
      { headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` } },
    );
  }
}

/** An operation needs these. Its scopes are the permissions of that name, unless it says otherwise. */
interface DeveloperAccess {
  readonly permissions: readonly string[];
  readonly act: Act;
  readonly scopes?: readonly string[];
}

/**
 * A developer's token may do this at the application API: with its scopes all that the public API offers, and reads of
 * the rest. It never manages, not even by a search.
 */
export function requireDeveloperScope(
  state: PrincipalState,
  tokenScopes: readonly string[],
  { permissions, act, scopes = permissions.filter((permission) => isScope(permission)) }: DeveloperAccess,
): void {
  const manages = permissions.some((permission) => permission.endsWith('.manage'));
  if (manages || (scopes.length === 0 && act !== 'read')) {
    throw new AppError('insufficient_scope', 'No scope lets a token for development do this; sign in as a person.');
  }
  for (const scope of scopes) {
    requireScope(state, tokenScopes, scope);
  }
}

/** The permissions of the RunAs user, cut to those that a developer's token can use. */
export function developerPermissions({ client, user }: PrincipalState, tokenScopes: readonly string[]): string[] {
  const usable = new Set(tokenScopes.filter((scope) => client.scopes.some((held) => held === scope)));
  return user.permissions.filter((permission) =>
    isScope(permission) ? usable.has(permission) : permission.endsWith('.read') || addedToWrites.has(permission),
  );
}

/** These only add to a write for which there is a scope. */
const addedToWrites: ReadonlySet<string> = new Set(['lead.convert', 'opportunity.reopen']);

/** The user, who is the RunAs user of a client, must hold the permission. */
export function requirePermission({ client, user }: ActingState, permission: string): void {
  if (!user.permissions.includes(permission)) {
    throw new AppError(
      'permission_denied',
      client === null
        ? `You lack the permission ${permission}; ask for a role that has it.`
        : `The RunAs user lacks the permission ${permission}; give the user a role that has it.`,
    );
  }
}
