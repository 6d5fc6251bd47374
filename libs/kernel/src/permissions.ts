import { synchronisedNames, type SynchronisedResource } from './record-words.ts';

const rights = ['read', 'write', 'delete'] as const;

export type Scope = `${SynchronisedResource}.${(typeof rights)[number]}`;

/** The twelve scopes of records, which an API client has where none are named. A scope and its permission have the same name. */
export const scopes: readonly Scope[] = synchronisedNames.flatMap((resource) =>
  rights.map((right) => `${resource}.${right}` as const),
);

/** The scope of a tenant's users. No permission is beside it, because every person of a tenant may look its users up. */
export const usersScope = 'users.read';

/** All scopes that an API client can be granted. */
export const grantableScopes: readonly string[] = [...scopes, usersScope];

const withoutScopes = ['activities', 'campaigns', 'marketingEmails'].flatMap((resource) =>
  rights.map((right) => `${resource}.${right}`),
);

/** The permissions to manage a tenant rather than its records. */
export const managementPermissions: readonly string[] = ['settings.manage', 'apiClients.manage', 'users.manage'];

/** All that a role can hold. */
export const permissions: readonly string[] = [
  ...scopes,
  ...withoutScopes,
  'lead.convert',
  'opportunity.reopen',
  'marketingEmails.send',
  ...managementPermissions,
];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
