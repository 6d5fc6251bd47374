import type { OpenApiObject } from '../open-api/schema-components.ts';
import type { Document, LocatedOperation } from './document.ts';
import { errorSections } from './error-sections.ts';
import { html, paragraphs, type Markup } from './markup.ts';
import { byTag } from './operation-order.ts';
import { operationSection } from './operation-section.ts';
import { readingPage, type ReadingPage } from './reading-page.ts';
import { nameOf, schemaSection } from './schema-sections.ts';
import { script } from './script.ts';

/** A page for people of an OpenAPI document that our contracts gave. `address` is where the document itself is. */
export function documentationPage(openApi: OpenApiObject, address: string): ReadingPage {
  // Our own generator made the document, and the page reads what it writes.
  const document = openApi as unknown as Document;
  const operations = operationsOf(document);
  const content = html`${navigation(document, operations)} ${main(document, operations, address)}`;
  return readingPage(document.info.title, content, script);
}

/** Each operation with its own answers, also those that the document says once for several. */
function operationsOf({ paths, components }: Document): LocatedOperation[] {
  const shared = components.responses ?? {};
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(
        ([status, answer]) => [status, shared[nameOf(answer.$ref ?? '')] ?? answer] as const,
      );
      return { method, path, operation: { ...operation, responses: Object.fromEntries(responses) } };
    }),
  );
}

function navigation({ components }: Document, operations: readonly LocatedOperation[]): Markup {
  const groups = byTag(operations).map(
    ([tag, located]) =>
      html`<b>${tag}</b>
        <ul>
          ${located.map(({ operation: { operationId } }) => html`<li><a href="#${operationId}">${operationId}</a></li> `)}
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

function main(document: Document, operations: readonly LocatedOperation[], address: string): Markup {
  const { info, components } = document;
  const groups = byTag(operations).map(
    ([tag, located]) =>
      html`<h2>${tag}</h2>
        ${located.map((each) => operationSection(each, components.schemas))}`,
  );
  const schemas = Object.entries(components.schemas);
  return html`<main id="top">
    <h1>${info.title}</h1>
    <p>Version ${info.version}, also as an <a href="${address}">OpenAPI document</a>.</p>
    ${paragraphs(info.description)}
    <p>
      In the examples <code>BASE</code> is the address of the platform, and <code>TOKEN</code> an access token, which
      <code>/connect/token</code> gives.
    </p>
    ${groups}
    <h2>Schemas</h2>
    ${schemas.map(([name, schema]) => schemaSection(name, schema))}
    <h2 id="errors">Error codes</h2>
    ${errorSections(document, operations)}
  </main>`;
}
