import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isOwner, may, usePerson } from '../signing-in/person.tsx';
import { pagedLists } from '../lists/naming.ts';
import { partsFor } from '../settings/parts.ts';
import { inWords } from '../words/labels.ts';

/** The main parts of the console, each where the person may use what is behind it. */
export function Navigation(): ReactNode {
  const person = usePerson();
  const parts = [
    { to: '/home', text: 'Home', isOffered: true },
    ...pagedLists.map((list) => ({ to: `/${list}`, text: inWords(list), isOffered: may(person, list, 'search') })),
    { to: '/settings', text: 'Settings', isOffered: partsFor(person).length > 0 },
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
