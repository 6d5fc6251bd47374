import people from '@rapport/application-contract/openapi.json' with { type: 'json' };
import { implement, RawJson } from '@rapport/http-contract';
import { documentationPage } from '@rapport/http-contract/documentation';
import type { OpenApiObject } from '@rapport/http-contract/open-api';
import type { CallContext } from '@rapport/kernel';
import { documentContract, documentText } from '@rapport/public-contract';
import integrators from '@rapport/public-contract/openapi.json' with { type: 'json' };
import companies from '@rapport/subscription-contract/openapi-companies.json' with { type: 'json' };
import { keptBody } from './kept-body.ts';

/**
 * The descriptions of the surfaces, the same from every process of a version. They are made before a release, because to
 * make one takes a second of the thread; its page is rendered at its first request.
 */
export function documentRoutes() {
  const ofIntegrators = described(integrators, documentContract.getOpenApiDocument.path);
  const ofPeople = described(people, documentContract.getApplicationDocument.path);
  const ofCompanies = described(companies, documentContract.getSubscriptionDocument.path);
  return implement(documentContract)<CallContext>({
    getOpenApiDocument: async () => ofIntegrators.document(),
    getDocumentation: async () => ofIntegrators.page(),
    getApplicationDocument: async () => ofPeople.document(),
    getApplicationDocumentation: async () => ofPeople.page(),
    getSubscriptionDocument: async () => ofCompanies.document(),
    getSubscriptionDocumentation: async () => ofCompanies.page(),
  });
}

/** `json` is a committed document, whose type the compiler reads from its text. */
function described(json: object, address: string) {
  const openApi = json as OpenApiObject;
  let [document, page]: [DocumentAnswer?, PageAnswer?] = [];
  return {
    document: () => (document ??= documentAnswer(openApi)),
    page: () => (page ??= pageAnswer(openApi, address)),
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
