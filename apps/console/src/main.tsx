import './signing-in/callback-address.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { reachability } from './api/reachability.ts';
import { router } from './frame/router.tsx';
import { issuer } from './signing-in/authorization.ts';
import './style/index.css';

addEventListener('offline', () => reachability.set('offline'));
addEventListener('online', () => reachability.set('reached'));

const root = document.getElementById('root');
if (location.origin !== new URL(issuer()).origin) {
  // The sign-in's cookie and the redirect address are good for one origin alone.
  location.replace(issuer() + location.href.slice(location.origin.length));
} else if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
