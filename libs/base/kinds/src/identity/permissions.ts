import { keysOf } from '@rapport/kernel';
import { usersScope } from '@rapport/http-contract';
import type { AnyKind } from '../crm/kind/kind.ts';
import { kinds, kindsOfPeople, synchronisedNames, type SynchronisedKind } from '../crm/kinds.ts';

const rights = ['read', 'write', 'delete'] as const;

export type Right = (typeof rights)[number];

type Scope = `${SynchronisedKind}.${Right}`;

/** The scopes of records, which an API client has where none are named. A scope and its permission have the same name. */
export const scopes = rightsOn(synchronisedNames);

/** All scopes that an API client can be granted. */
export const grantableScopes: readonly string[] = [...scopes, usersScope];

/** The permissions to manage a tenant rather than its records. */
export const managementPermissions: readonly string[] = ['settings.manage', 'apiClients.manage', 'users.manage'];

/** All that a role can hold. */
export const permissions: readonly string[] = [
  ...scopes,
  ...rightsOn(keysOf(kindsOfPeople)),
  'lead.convert',
  ...Object.values<AnyKind>(kinds).flatMap(({ states }) => states?.permitted?.permission ?? []),
  ...managementPermissions,
];

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text);
}

function rightsOn<Name extends string>(names: readonly Name[]): readonly `${Name}.${Right}`[] {
  return names.flatMap((name) => rights.map((right) => `${name}.${right}` as const));
}
