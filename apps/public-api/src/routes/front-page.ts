import { implement, RawJson, type PageAnswer } from '@rapport/http-contract';
import type { CallContext } from '@rapport/kernel';
import { consoleContract, frontPageContract } from '@rapport/public-contract';

/** The base address itself sends a browser to the console, and tells a program what is where. */
export function frontPageRoutes() {
  return implement(frontPageContract)<CallContext>({
    showFrontPage: async (_, { headers }) => (headers.accept?.includes('text/html') === true ? toConsole : links),
  });
}

const places = [
  [consoleContract.showConsole.path, 'The console: people sign in and work with it'],
  ['/docs', 'The public API: other systems read, write and synchronise records'],
  ['/docs/application', 'The application API: what people do'],
  ['/docs/subscription', 'The subscription API: plans, sign-ups, and what owners do'],
  ['/docs/errors', 'What each code of a failure means, and what to do'],
  ['/.well-known/openid-configuration', 'Where and how to get access tokens'],
] as const;

const headers = { 'cache-control': 'public, max-age=300', vary: 'accept' };

const toConsole: PageAnswer = {
  status: 303,
  body: '',
  headers: { ...headers, location: consoleContract.showConsole.path },
  cookies: [],
};

const links: PageAnswer = {
  status: 200,
  body: new RawJson(
    JSON.stringify({ name: 'Rapport', links: places.map(([href, description]) => ({ href, description })) }),
  ),
  headers,
  cookies: [],
};
