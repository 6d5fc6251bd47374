import { listOf } from '../lists/records.ts';
import { may, type Person } from '../signing-in/person.tsx';
import type { FormField } from './fields.ts';

/** The fields that a person may fill in. A record of a kind that the person may not read cannot be chosen. */
export function offeredFields(person: Person, list: string, fields: readonly FormField[], isNew: boolean) {
  return fields.filter(
    ({ name, member: { of, isFixed = false } }) =>
      (of === undefined || may(person, of, 'search')) &&
      !(isFixed && !isNew) &&
      !staysHere(list, name, isNew) &&
      !(isNew && isReason(list, name)),
  );
}

/** An address stays with its customer from the beginning. Other members stay as a new record has them. */
function staysHere(list: string, name: string, isNew: boolean): boolean {
  return (list === 'shippingAddresses' && name === 'customerId') || (!isNew && (fixed[list]?.includes(name) ?? false));
}

const fixed: Readonly<Record<string, readonly string[]>> = {
  users: ['email'],
  roles: ['code'],
};

/** Nothing begins lost. */
function isReason(list: string, name: string): boolean {
  return name === listOf(list).states?.reason?.member;
}
