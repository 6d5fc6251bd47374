import { implement, RawJson } from '@rapport/http-contract';
import { html } from '@rapport/http-contract/markup';
import { page } from '@rapport/http-server/pages';
import type { CallContext } from '@rapport/kernel';
import { frontPageContract } from '@rapport/public-contract';

/** The base address itself answers a browser with a page, and a program with the same links as JSON. */
export function frontPageRoutes() {
  return implement(frontPageContract)<CallContext>({
    showFrontPage: async (_, { headers }) => ({
      status: 200,
      body: headers.accept?.includes('text/html') === true ? body : links,
      headers: { ...pageHeaders, 'cache-control': 'public, max-age=300', vary: 'accept' },
      cookies: [],
    }),
  });
}

const places = [
  ['/docs', 'The public API: other systems read, write and synchronise records'],
  ['/docs/application', 'The application API: what people do'],
  ['/docs/subscription', 'The subscription API: plans, sign-ups, and what owners do'],
  ['/docs/errors', 'What each code of a failure means, and what to do'],
  ['/.well-known/openid-configuration', 'Where and how to get access tokens'],
] as const;

const links = new RawJson(
  JSON.stringify({ name: 'Rapport', links: places.map(([href, description]) => ({ href, description })) }),
);

const { body, headers: pageHeaders } = page(
  'Where to begin',
  html`<ul>
    ${places.map(([href, description]) => html`<li><a href="${href}">${href}</a> ${description}</li> `)}
  </ul>`,
);
