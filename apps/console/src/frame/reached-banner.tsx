import { useSyncExternalStore, type ReactNode } from 'react';
import { reachability } from '../api/reachability.ts';

/** Says that a service is not reached, while what was typed stays on the page. */
export function ReachedBanner(): ReactNode {
  const state = useSyncExternalStore(reachability.watch, reachability.get);
  return (
    <div role="status" className="reached">
      {state === 'reached' ? null : <p>{sentences[state]}</p>}
    </div>
  );
}

const sentences = {
  offline: 'You are offline, or the service cannot be reached. What you typed is kept.',
  waiting: 'The service is busy. The page goes on by itself.',
};
