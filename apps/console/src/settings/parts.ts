import { mayCall, type Person } from '../signing-in/person.tsx';

/** The parts of the settings. Who may call the operations of one may use it. */
export const parts = [
  {
    to: '/settings/users',
    text: 'Users',
    operations: ['createUser'],
    about: 'Who signs in, with which roles, and whose records each one sees.',
  },
  { to: '/settings/roles', text: 'Roles', operations: ['createRole'], about: 'What the holders of a role may do.' },
  {
    to: '/settings/teams',
    text: 'Teams',
    operations: ['createTeam'],
    about: 'Users who may see the records of each other.',
  },
  {
    to: '/settings/custom-fields',
    text: 'Custom fields',
    operations: ['createCustomField'],
    about: 'Fields of your own on customers, contacts, leads and opportunities.',
  },
  {
    to: '/settings/api-clients',
    text: 'API clients',
    operations: ['searchApiClient'],
    about: 'Other systems that read and write your records.',
  },
  {
    to: '/settings/groups',
    text: 'Groups',
    operations: ['searchCustomerGroup', 'createCustomerGroup'],
    about: 'The tree of groups into which customers are sorted.',
  },
] as const;

export type Part = (typeof parts)[number];

export function partsFor(person: Pick<Person, 'permissions'>): readonly Part[] {
  return parts.filter(({ operations }) => operations.every((operation) => mayCall(person, operation)));
}
