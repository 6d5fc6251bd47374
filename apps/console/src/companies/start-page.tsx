import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTitle } from '../frame/title.ts';
import { leaveToSignIn } from '../signing-in/authorization.ts';
import { session } from '../signing-in/session.ts';
import { useOfferedPlans } from './offered-plans.ts';

/** The door. A person who signed in before goes on to the home page. */
export function StartPage(): ReactNode {
  const title = useTitle('Rapport');
  const { data: isSignedIn, isPending } = useQuery({
    queryKey: ['resumed'],
    queryFn: () => session.resume(),
    gcTime: 0,
  });
  const plans = useOfferedPlans();
  if (isSignedIn === true) {
    return <Navigate to="/home" replace />;
  }
  return (
    <main className="alone">
      <h1>{title}</h1>
      {isPending ? (
        <p className="waiting">Loading…</p>
      ) : (
        <p className="doors">
          <a
            href="/console/home"
            onClick={(event) => {
              event.preventDefault();
              void leaveToSignIn('/console/home');
            }}
          >
            Sign in
          </a>
          {plans !== undefined && <Link to="/sign-up">Sign up</Link>}
        </p>
      )}
    </main>
  );
}
