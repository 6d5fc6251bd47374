import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { may, mayCall, usePerson, type Person } from '../signing-in/person.tsx';
import { pagedLists } from '../lists/naming.ts';
import { inWords } from '../words/labels.ts';

/** The main parts of the console, each where the person may use what is behind it. */
export function Navigation(): ReactNode {
  const person = usePerson();
  const parts = [
    { to: '/home', text: 'Home', isOffered: true },
    ...pagedLists.map((list) => ({ to: `/${list}`, text: inWords(list), isOffered: may(person, list, 'search') })),
    { to: '/settings', text: 'Settings', isOffered: settingsOperations.some((name) => mayCall(person, name)) },
    { to: '/subscription', text: 'Subscription', isOffered: isOwner(person) },
  ];
  return (
    <nav className="main" aria-label="Main">
      <ul>
        {parts
          .filter(({ isOffered }) => isOffered)
          .map(({ to, text }) => (
            <li key={to}>
              <Link to={to}>{text}</Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** Each part of the settings begins with one of these. */
const settingsOperations = [
  'createUser',
  'createRole',
  'createTeam',
  'createCustomField',
  'searchApiClient',
  'createCustomerGroup',
];

function isOwner({ roles }: Person): boolean {
  return roles.includes('owner');
}
