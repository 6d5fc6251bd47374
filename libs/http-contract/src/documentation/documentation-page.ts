import { hash } from 'node:crypto';
import type { OpenApiObject } from '../open-api/schema-components.ts';
import type { Document } from './document.ts';
import { errorSections } from './error-sections.ts';
import { html, Markup, paragraphs } from './markup.ts';
import { operationSection, type Placed } from './operation-section.ts';
import { schemaSection } from './schema-parts.ts';
import { style } from './style.ts';

export interface DocumentationPage {
  readonly html: string;
  /** The page has no script, and its style is in it: a browser needs no more than that. */
  readonly contentSecurityPolicy: string;
}

/** A page for people of an OpenAPI document that our contracts gave. `address` is where the document itself is. */
export function documentationPage(openApi: OpenApiObject, address: string): DocumentationPage {
  // Our own generator made the document, and the page reads what it writes.
  const document = openApi as unknown as Document;
  const operations = operationsOf(document);
  const { title } = document.info;
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
        ${navigation(document, operations)} ${main(document, operations, address)}
      </body>
    </html> `;
  return { html: page.text, contentSecurityPolicy };
}

/** In one piece, because the policy names the hash of exactly this text. */
const styleElement = new Markup(`<style>${style}</style>`);

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function operationsOf({ paths }: Document): Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

function byTag(operations: readonly Placed[]): [string, Placed[]][] {
  return [...Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? 'other')];
}

function navigation({ components }: Document, operations: readonly Placed[]): Markup {
  const groups = byTag(operations).map(
    ([tag, placed]) =>
      html`<b>${tag}</b>
        <ul>
          ${placed.map(({ operation: { operationId } }) => html`<li><a href="#${operationId}">${operationId}</a></li> `)}
        </ul> `,
  );
  const schemas = Object.keys(components.schemas);
  return html`<nav>
    <ul>
      <li><a href="#top">Introduction</a></li>
    </ul>
    ${groups}
    <b>schemas</b>
    <ul>
      ${schemas.map((name) => html`<li><a href="#schema-${name}">${name}</a></li> `)}
    </ul>
    <ul>
      <li><a href="#errors">Error codes</a></li>
    </ul>
  </nav>`;
}

function main(document: Document, operations: readonly Placed[], address: string): Markup {
  const { info, components } = document;
  const groups = byTag(operations).map(
    ([tag, placed]) =>
      html`<h2>${tag}</h2>
        ${placed.map(operationSection)}`,
  );
  const schemas = Object.entries(components.schemas);
  return html`<main id="top">
    <h1>${info.title}</h1>
    <p>Version ${info.version}, also as an <a href="${address}">OpenAPI document</a>.</p>
    ${paragraphs(info.description)} ${groups}
    <h2>Schemas</h2>
    ${schemas.map(([name, schema]) => schemaSection(name, schema))}
    <h2 id="errors">Error codes</h2>
    ${errorSections(document, operations)}
  </main>`;
}
