import { synchronisedNames, type SynchronisedResource } from '@rapport/kernel';

/** The resources of the public API. A scope and its permission have the same name. */
export const resources = synchronisedNames;
export const rights = ['read', 'write', 'delete'] as const;

export type Scope = `${SynchronisedResource}.${(typeof rights)[number]}`;

/** The twelve scopes that an API client can be granted. */
export const scopes: readonly Scope[] = resources.flatMap((resource) =>
  rights.map((right) => `${resource}.${right}` as const),
);

const management = ['settings.manage', 'apiClients.manage', 'users.manage'];
const everything = [...scopes, 'lead.convert', 'opportunity.reopen', ...management];

/** Every tenant begins with these roles. */
export const builtInRoles: Readonly<Record<string, readonly string[]>> = {
  owner: everything,
  administrator: everything,
  manager: everything.filter((permission) => !management.includes(permission)),
  salesperson: [...scopes.filter((scope) => !scope.endsWith('.delete')), 'lead.convert'],
  readOnly: scopes.filter((scope) => scope.endsWith('.read')),
};

export const dataScopes = ['own', 'team', 'all'] as const;
export type DataScope = (typeof dataScopes)[number];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}
