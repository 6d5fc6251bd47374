import { managementPermissions, permissions } from './permissions.ts';

/** Every tenant begins with these roles. */
export const builtInRoles: Readonly<Record<string, readonly string[]>> = {
  owner: permissions,
  administrator: permissions,
  manager: permissions.filter((permission) => !managementPermissions.includes(permission)),
  salesperson: permissions.filter((permission) => /\.(read|write)$/.test(permission) || permission === 'lead.convert'),
  readOnly: permissions.filter((permission) => permission.endsWith('.read')),
};

/** The role whose holders alone change each other, and of which a tenant keeps one. */
export const ownerRole = 'owner';
