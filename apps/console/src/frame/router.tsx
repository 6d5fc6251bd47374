import { createRootRoute, createRoute, createRouter, Outlet, type ErrorComponentProps } from '@tanstack/react-router';
import { BoardPage } from '../board/board-page.tsx';
import { StartPage } from '../companies/start-page.tsx';
import { SignUpPage } from '../companies/sign-up-page.tsx';
import { SubscriptionPage } from '../companies/subscription-page.tsx';
import { HomePage } from '../home/home-page.tsx';
import { EverythingFound } from '../search/everything-found.tsx';
import { kindPages } from '../kinds/kind-pages.tsx';
import { settingsPages } from '../settings/settings-pages.tsx';
import { CallbackPage } from '../signing-in/callback-page.tsx';
import { PasswordPage } from '../signing-in/password-page.tsx';
import type { Address } from './addresses.ts';
import { Failed } from './failed.tsx';
import { Frame } from './frame.tsx';
import { NoSuchPage } from './no-such-page.tsx';

type Page = () => React.ReactNode;

/** The pages that a person sees without a sign-in. */
const openPages = {
  '/': StartPage,
  '/callback': CallbackPage,
  '/sign-up': SignUpPage,
} satisfies Partial<Record<Address, Page>>;

/** The pages in the frame, which a person sees after the sign-in. */
const framedPages = {
  '/home': HomePage,
  '/search': EverythingFound,
  '/opportunities/board': BoardPage,
  ...kindPages,
  '/subscription': SubscriptionPage,
  '/password': PasswordPage,
  ...settingsPages,
} satisfies Partial<Record<Address, Page>>;

/** Every address has its page. */
const pages: Readonly<Record<Address, Page>> = { ...openPages, ...framedPages };

const Broken = ({ error, reset }: ErrorComponentProps) => <Failed error={error} onAgain={reset} />;

const root = createRootRoute({ component: Outlet, errorComponent: Broken, notFoundComponent: NoSuchPage });
const framed = createRoute({ getParentRoute: () => root, id: 'framed', component: Frame });

const routes = Object.entries(pages).map(([path, component]) => {
  const parent = path in openPages ? root : framed;
  return { parent, route: createRoute({ getParentRoute: () => parent, path, component, errorComponent: Broken }) };
});
const routesOf = (parent: unknown) => routes.filter((one) => one.parent === parent).map(({ route }) => route);

export const router = createRouter({
  routeTree: root.addChildren([...routesOf(root), framed.addChildren(routesOf(framed))]),
  basepath: '/console',
  trailingSlash: 'never',
});
