import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { api, dataOf } from '../api/api.ts';
import { operations } from '../generated/operations.ts';
import { operationOf } from '../lists/records.ts';
import type { Act } from '../described.ts';

/** The person who signed in. The service refuses it where the organisation is closed. */
export const person = queryOptions({ queryKey: ['me'], queryFn: () => dataOf(api.getMe()), staleTime: 60_000 });

/** The person who signed in. Every page below the frame has one. */
export function usePerson() {
  return useSuspenseQuery(person).data;
}

export type Person = ReturnType<typeof usePerson>;

/** Whether the person may call an operation: what a person may not do is not offered. */
export function mayCall({ permissions }: Pick<Person, 'permissions'>, operation: string | undefined): boolean {
  const needed = (operations as Readonly<Record<string, { permissions: readonly string[] } | undefined>>)[
    operation ?? ''
  ];
  return needed?.permissions.every((permission) => permissions.includes(permission)) ?? false;
}

export function isOwner({ roles }: Pick<Person, 'roles'>): boolean {
  return roles.includes('owner');
}

export function may(person: Person, list: string, act: Act): boolean {
  return mayCall(person, operationOf(list, act));
}
