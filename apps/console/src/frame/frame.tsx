import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { isFailure } from '../api/failure.ts';
import { ClosedOrganisation } from '../companies/subscription-page.tsx';
import { person } from '../signing-in/person.tsx';
import { session } from '../signing-in/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { ReachedBanner } from './reached-banner.tsx';
import { SearchEverything } from './search-everything.tsx';

/** Everything around a page, for a person who signed in. */
export function Frame(): ReactNode {
  // Without a sign-in the window leaves for it here, and this never ends.
  const { data: isSignedIn = false, error } = useQuery({
    queryKey: ['signed-in'],
    queryFn: async () => (await session.authorization()) !== '',
    staleTime: Infinity,
  });
  const me = useQuery({
    ...person,
    enabled: isSignedIn,
    refetchInterval: ({ state }) => (state.error === null ? false : 10_000),
  });
  // A closed organisation shows its people no more than how it opens again.
  const closed = isFailure(me.error, 'subscription_required') ? me.error : undefined;
  const failure = error ?? (me.data === undefined && closed === undefined ? me.error : null);
  if (failure) {
    throw failure;
  }
  return me.data === undefined && closed === undefined ? (
    <p className="waiting">Loading…</p>
  ) : (
    <div className={closed ? 'frame closed' : 'frame'}>
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <header className="top">
        <span className="brand">Rapport</span>
        {!closed && <SearchEverything />}
        <AccountMenu person={closed ? undefined : me.data} />
      </header>
      {!closed && <Navigation />}
      <div className="page" id="page">
        <ReachedBanner />
        <Suspense fallback={<p className="waiting">Loading…</p>}>
          {closed ? <ClosedPage sentence={closed.message} /> : <Outlet />}
        </Suspense>
      </div>
    </div>
  );
}

/** The own password is changed while the organisation is closed, too. */
function ClosedPage({ sentence }: { readonly sentence: string }): ReactNode {
  const isOwnPassword = useLocation({ select: ({ pathname }) => pathname.endsWith('/password') });
  return isOwnPassword ? <Outlet /> : <ClosedOrganisation sentence={sentence} />;
}
