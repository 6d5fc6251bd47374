import { hash } from 'node:crypto';
import { html, Markup } from '@rapport/http-contract/markup';
import { style } from './style.ts';

/** A page of ours as a browser gets it, without cookies. */
export interface Page {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PageOptions {
  /** The address of the browser after a form, beside our own pages. */
  readonly redirectUri?: string | undefined;
  /** Whether the address of the page holds a secret, which no other site may learn. */
  readonly hasSecretAddress?: boolean;
}

/** A page that works without script and loads nothing. */
export function page(title: string, content: Markup, options: PageOptions = {}): Page {
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - Rapport</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html> `;
  return {
    body: text,
    headers: {
      'cache-control': 'no-store',
      'content-security-policy': `${policy}; form-action ${formTargets(options.redirectUri)}`,
      'referrer-policy': options.hasSecretAddress ? 'no-referrer' : 'same-origin',
    },
  };
}

/** A sentence that stands above a form which is shown again. */
export function alert(problems: readonly string[]): Markup {
  const [only = '', ...others] = problems;
  if (problems.length === 0) {
    return html``;
  }
  return others.length === 0
    ? html`<p role="alert">${only}</p>`
    : html`<div role="alert">
        <ul>
          ${problems.map((problem) => html`<li>${problem}</li>`)}
        </ul>
      </div>`;
}

/** Browsers hold the redirect after a form to the policy too. A policy cannot name an IPv6 address, only its scheme. */
function formTargets(redirectUri: string | undefined): string {
  if (redirectUri === undefined) {
    return "'self'";
  }
  const { origin, protocol } = new URL(redirectUri);
  return `'self' ${origin.includes('[') ? protocol : origin}`;
}

/** In one piece, because the policy names the hash of exactly this text. */
const styleElement = new Markup(`<style>${style}</style>`);

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
