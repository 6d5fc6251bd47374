import { hash } from 'node:crypto';
import { html, Markup } from './markup.ts';
import { style } from './style.ts';

export interface ReadingPage {
  readonly html: string;
  /** Style and script are in the page, and a browser needs no more than that. */
  readonly contentSecurityPolicy: string;
}

/** A page to read: a `nav` with what there is, and a `main` beside it. It can be read without its script. */
export function readingPage(title: string, content: Markup, script = ''): ReadingPage {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${styleElement}
      </head>
      <body>
        ${content} ${script === '' ? undefined : new Markup(`<script>${script}</script>`)}
      </body>
    </html> `;
  const scripts = script === '' ? [] : [`script-src ${hashOf(script)}`];
  return { html: page.text, contentSecurityPolicy: [...policy, ...scripts].join('; ') };
}

/** In one piece, as the policy names its hash. */
const styleElement = new Markup(`<style>${style}</style>`);

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];

/** The policy names the hash of exactly the text that is in the page. */
function hashOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}
