import { randomBytes } from 'node:crypto';
import { implement, type PageAnswer } from '@rapport/http-contract';
import { html } from '@rapport/http-contract/markup';
import { onPage } from '@rapport/http-server/pages';
import type { CallContext } from '@rapport/kernel';
import { consoleContract } from '@rapport/public-contract';
import { consoleFile, type ConsoleFile } from '../console-files.ts';
import { keptBody } from './kept-body.ts';

/** The console is one page, which learns from its address what to show, with a script and a style. */
export function consoleRoutes(issuer: string) {
  const showPage = onPage(async () => {
    await consoleFile('console.js');
    return page(issuer);
  });
  return implement(consoleContract)<CallContext>({
    getConsoleScript: async () => answerOf(await consoleFile('console.js')),
    getConsoleStyle: async () => answerOf(await consoleFile('console.css')),
    getConsoleIcon: async () => answerOf({ text: icon, kept: keptIcon }),
    showConsole: showPage,
    showConsoleBelow: showPage,
  });
}

function answerOf({ text, kept }: ConsoleFile) {
  // A browser asks each time, so that a page never runs with the style of another version for longer than an upgrade lasts.
  const headers = { 'cache-control': 'no-cache', etag: kept.plain.etag };
  return { status: 200, body: text, kept, headers } as const;
}

/** React Aria finds the nonce for the styles that it makes in the element called csp-nonce. */
function page(issuer: string): PageAnswer {
  const nonce = randomBytes(16).toString('base64');
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="issuer" content="${issuer}" />
        <meta property="csp-nonce" nonce="${nonce}" />
        <title>Rapport</title>
        <link rel="icon" href="${consoleContract.getConsoleIcon.path}" />
        <link rel="stylesheet" href="${consoleContract.getConsoleStyle.path}" />
        <script type="module" src="${consoleContract.getConsoleScript.path}"></script>
      </head>
      <body>
        <div id="root"></div>
        <noscript>Rapport needs JavaScript; turn it on in this browser, then load the page again.</noscript>
      </body>
    </html> `;
  const headers = {
    'cache-control': 'no-store',
    'content-security-policy': policyWith(nonce),
    'referrer-policy': 'same-origin',
  };
  return { status: 200, body: text, headers, cookies: [] };
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Without an icon of the page a browser asks for one elsewhere, and complains that there is none. */
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57d0"/><path d="M10 24V8h7a5 5 0 0 1 0 10h-7m6 0 6 6" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>';
const keptIcon = keptBody(icon);
