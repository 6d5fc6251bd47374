import { synchronisedNames, type SynchronisedResource } from '@rapport/kernel';

/** The resources of the public API. A scope and its permission have the same name. */
export const resources = synchronisedNames;
export const rights = ['read', 'write', 'delete'] as const;

export type Scope = `${SynchronisedResource}.${(typeof rights)[number]}`;

/** The twelve scopes that an API client can be granted. */
export const scopes: readonly Scope[] = resources.flatMap((resource) =>
  rights.map((right) => `${resource}.${right}` as const),
);

const withoutScopes = ['activities', 'campaigns', 'marketingEmails'].flatMap((resource) =>
  rights.map((right) => `${resource}.${right}`),
);
const management = ['settings.manage', 'apiClients.manage', 'users.manage'];

/** All that a role can hold. */
export const permissions: readonly string[] = [
  ...scopes,
  ...withoutScopes,
  'lead.convert',
  'opportunity.reopen',
  'marketingEmails.send',
  ...management,
];

/** Every tenant begins with these roles. */
export const builtInRoles: Readonly<Record<string, readonly string[]>> = {
  owner: permissions,
  administrator: permissions,
  manager: permissions.filter((permission) => !management.includes(permission)),
  salesperson: permissions.filter((permission) => /\.(read|write)$/.test(permission) || permission === 'lead.convert'),
  readOnly: permissions.filter((permission) => permission.endsWith('.read')),
};

/** The role whose holders alone change each other, and of which a tenant keeps one. */
export const ownerRole = 'owner';

export const dataScopes = ['own', 'team', 'all'] as const;
export type DataScope = (typeof dataScopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
