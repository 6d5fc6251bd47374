import { errorPagesPath } from '../failures/error-page.ts';
import type { Document, LocatedOperation } from './document.ts';
import { html, type Markup } from './markup.ts';

/** A section for each error code: its status, and the operations that answer with it. */
export function errorSections(document: Document, operations: readonly LocatedOperation[]): readonly Markup[] {
  const used = [...usesOf(operations), ...usesElsewhere(document)];
  return [...Map.groupBy(used, ({ code }) => code)]
    .map(([code, uses]) => ({ code, status: uses[0]?.status ?? '', from: uses.flatMap(({ from = [] }) => from) }))
    .toSorted((one, other) => Number(one.status) - Number(other.status))
    .map(({ code, status, from }) => errorSection(code, status, [...new Set(from)], operations.length));
}

interface Use {
  readonly code: string;
  readonly status: string;
  /** The operation that answers with the code, or undefined where there is none at the address. */
  readonly from?: LocatedOperation;
}

function usesOf(operations: readonly LocatedOperation[]): Use[] {
  return operations.flatMap((from) =>
    Object.entries(from.operation.responses).flatMap(([status, { 'x-codes': codes = [] }]) =>
      codes.map((code) => ({ code, status, from })),
    ),
  );
}

function usesElsewhere({ components }: Document): Use[] {
  const statuses: Readonly<Record<string, string>> = { RouteNotFound: '404', MethodNotAllowed: '405' };
  return Object.entries(statuses).flatMap(([name, status]) =>
    (components.responses?.[name]?.['x-codes'] ?? []).map((code) => ({ code, status })),
  );
}

function errorSection(code: string, status: string, from: readonly LocatedOperation[], count: number): Markup {
  return html`<section id="error-${code}">
    <h4>
      <a href="${errorPagesPath}/${code}"><code>${code}</code></a> <span class="status">${status}</span>
    </h4>
    <p>${originsOf(from, count)}</p>
  </section> `;
}

function originsOf(from: readonly LocatedOperation[], count: number): Markup {
  if (from.length === 0) {
    return html`At an address or with a method that no operation has.`;
  }
  return from.length === count
    ? html`From every operation.`
    : html`${from.map(({ operation: { operationId } }) => html`<a href="#${operationId}">${operationId}</a> `)}`;
}
