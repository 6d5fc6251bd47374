import { applicationDocument } from '@rapport/application-contract';
import { implement, RawJson } from '@rapport/http-contract';
import { documentationPage } from '@rapport/http-contract/documentation';
import type { OpenApiObject } from '@rapport/http-contract/open-api';
import type { CallContext } from '@rapport/kernel';
import { documentContract, documentText, publicDocument } from '@rapport/public-contract';
import { companiesDocument } from '@rapport/subscription-contract';
import { keptBody } from './kept-body.ts';

/** The descriptions of the surfaces, the same from every process of a version. Each is rendered at its first request. */
export function documentRoutes() {
  const integrators = described(publicDocument, documentContract.getOpenApiDocument.path);
  const people = described(applicationDocument, documentContract.getApplicationDocument.path);
  const companies = described(companiesDocument, documentContract.getSubscriptionDocument.path);
  return implement(documentContract)<CallContext>({
    getOpenApiDocument: async () => integrators.document(),
    getDocumentation: async () => integrators.page(),
    getApplicationDocument: async () => people.document(),
    getApplicationDocumentation: async () => people.page(),
    getSubscriptionDocument: async () => companies.document(),
    getSubscriptionDocumentation: async () => companies.page(),
  });
}

/** The page is made by itself, because it takes its time, and a caller that asks for the document alone must not wait for it. */
function described(make: () => OpenApiObject, address: string) {
  let [document, page]: [DocumentAnswer?, PageAnswer?] = [];
  return {
    document: () => (document ??= documentAnswer(make())),
    page: () => (page ??= pageAnswer(make(), address)),
  };
}

type DocumentAnswer = ReturnType<typeof documentAnswer>;
type PageAnswer = ReturnType<typeof pageAnswer>;

function documentAnswer(document: OpenApiObject) {
  const text = documentText(document);
  const kept = keptBody(text);
  return { status: 200, body: new RawJson(text), kept, headers: { ...cacheable, etag: kept.plain.etag } } as const;
}

function pageAnswer(document: OpenApiObject, address: string) {
  const { html: body, contentSecurityPolicy } = documentationPage(document, address);
  const kept = keptBody(body);
  const headers = { ...cacheable, etag: kept.plain.etag, 'content-security-policy': contentSecurityPolicy };
  return { status: 200, body, kept, headers } as const;
}

const surfaces = [
  [documentContract.getOpenApiDocument, documentContract.getDocumentation],
  [documentContract.getApplicationDocument, documentContract.getApplicationDocumentation],
  [documentContract.getSubscriptionDocument, documentContract.getSubscriptionDocumentation],
] as const;

/** Each surface names all of them, in the words of RFC 8631. */
const cacheable = {
  'cache-control': 'public, max-age=300',
  link: surfaces
    .map(([document, page]) => `<${document.path}>; rel="service-desc", <${page.path}>; rel="service-doc"`)
    .join(', '),
};
