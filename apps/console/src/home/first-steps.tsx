import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mayCall, usePerson } from '../signing-in/person.tsx';

/** The first things to do in an organisation without records. */
export function FirstSteps(): ReactNode {
  const person = usePerson();
  const steps = [
    { to: '/customers', text: 'Make your first customer', operation: 'createCustomer' },
    { to: '/leads', text: 'Note who may become one, as a lead', operation: 'createLead' },
    { to: '/settings/users', text: 'Invite those who work with you', operation: 'createUser' },
    { to: '/settings/api-clients', text: 'Connect another system', operation: 'createApiClient' },
  ];
  return (
    <>
      <p>Nothing is here yet. Begin with one of these:</p>
      <ul>
        {steps
          .filter(({ operation }) => mayCall(person, operation))
          .map(({ to, text }) => (
            <li key={to}>
              <Link to={to}>{text}</Link>
            </li>
          ))}
      </ul>
    </>
  );
}
