import { lists } from '../../generated/lists.ts';

/** By these rights a person manages another user, or may not. */
export interface Rights {
  readonly roles: readonly string[];
  readonly dataScope: string;
  readonly permissions: readonly string[];
}

/** Whether a person holds all that another one does: only then may the person change the other, or give as much. */
export function isWithin(person: Rights, other: Rights): boolean {
  return (
    (person.roles.includes('owner') || !other.roles.includes('owner')) &&
    scopes.indexOf(other.dataScope) <= scopes.indexOf(person.dataScope) &&
    other.permissions.every((permission) => person.permissions.includes(permission))
  );
}

/** Each sees more than the ones before. */
const scopes: readonly string[] = lists.users.members.dataScope.words;
