import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { session } from '../signing-in/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { ReachedBanner } from './reached-banner.tsx';
import { SearchEverything } from './search-everything.tsx';

/** Everything around a page, for a person who signed in. */
export function Frame(): ReactNode {
  // Without a sign-in the window leaves for it here, and this never ends.
  const { data: isSignedIn, error } = useQuery({
    queryKey: ['signed-in'],
    queryFn: async () => (await session.authorization()) !== '',
    staleTime: Infinity,
  });
  if (error) {
    throw error;
  }
  return (
    <Suspense fallback={<p className="waiting">Loading…</p>}>
      {isSignedIn && (
        <div className="frame">
          <a className="skip" href="#page">
            Skip to the page
          </a>
          <header className="top">
            <span className="brand">Rapport</span>
            <SearchEverything />
            <AccountMenu />
          </header>
          <Navigation />
          <div className="page" id="page">
            <ReachedBanner />
            <Suspense fallback={<p className="waiting">Loading…</p>}>
              <Outlet />
            </Suspense>
          </div>
        </div>
      )}
    </Suspense>
  );
}
