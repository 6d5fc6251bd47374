import { members, type MemberType } from '../generated/members.ts';
import type { ResourceName } from '../rapport.ts';

/** The columns of a resource's view: a name in snake case, and the expression that a database takes it from the record with. */
export function viewColumns(resource: ResourceName, expression: (member: string, type: MemberType) => string): string {
  return members[resource]
    .map(
      ({ name, type }) =>
        `${expression(name, type)} as "${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`,
    )
    .join(', ');
}
