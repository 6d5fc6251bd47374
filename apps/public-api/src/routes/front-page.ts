import { hash } from 'node:crypto';
import { implement, RawJson } from '@rapport/http-contract';
import { html, Markup } from '@rapport/http-contract/markup';
import type { CallContext } from '@rapport/kernel';
import { frontPageContract } from '@rapport/public-contract';

/** What stands at the base address itself: for a browser a page, and for a program the same links as JSON. */
export function frontPageRoutes() {
  return implement(frontPageContract)<CallContext>({
    showFrontPage: async (_, { headers }) => ({
      status: 200,
      body: headers.accept?.includes('text/html') === true ? page : links,
      headers: { 'cache-control': 'public, max-age=300', 'content-security-policy': policy, vary: 'accept' },
      cookies: [],
    }),
  });
}

const places = [
  ['/docs', 'The public API: other systems read, write and synchronise records'],
  ['/docs/application', 'The application API: what people do'],
  ['/docs/subscription', 'The subscription API: plans, sign-ups, and what owners do'],
  ['/.well-known/openid-configuration', 'Where and how to get access tokens'],
] as const;

const links = new RawJson(
  JSON.stringify({ name: 'Rapport', links: places.map(([href, description]) => ({ href, description })) }),
);

const style =
  'body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}';

const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Rapport</title>
      <link rel="icon" href="data:," />
      ${new Markup(`<style>${style}</style>`)}
    </head>
    <body>
      <h1>Rapport</h1>
      <p>A customer relationship management whose clients never miss a change.</p>
      <ul>
        ${places.map(([href, description]) => html`<li><a href="${href}">${href}</a> ${description}</li> `)}
      </ul>
    </body>
  </html> `.text;
