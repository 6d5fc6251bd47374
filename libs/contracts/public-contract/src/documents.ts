import { endpoint } from '@rapport/http-contract';
import { errorPagesPath } from '@rapport/http-contract/failures';
import { z } from 'zod';

const openApiDocument = z
  .looseObject({
    openapi: z.string(),
    info: z.looseObject({}),
    paths: z.record(z.string(), z.looseObject({})),
    components: z.looseObject({}),
  })
  .meta({ id: 'OpenApiDocument', description: 'A document of OpenAPI 3.1.' });

const described = { etag: z.string(), link: z.string().describe('The documents of the other surfaces (RFC 8288).') };

const open = { method: 'get', access: 'open', tags: ['documents'], errors: [] } as const;

function documentAt<const Path extends `/${string}`, const Id extends string>(operationId: Id, path: Path, of: string) {
  return endpoint({
    ...open,
    operationId,
    path,
    summary: `The document of ${of}`,
    success: { status: 200, headers: z.object(described), body: openApiDocument },
    example: {
      answer: { openapi: '3.1.1', info: { title: `Rapport ${of}`, version: '1' }, paths: {}, components: {} },
    },
  });
}

function pageAt<const Path extends `/${string}`, const Id extends string>(operationId: Id, path: Path, of: string) {
  return endpoint({
    ...open,
    operationId,
    path,
    summary: `The document of ${of} as a page for people, which loads nothing else`,
    success: {
      status: 200,
      mediaType: 'text/html',
      headers: z.object({ ...described, 'content-security-policy': z.string() }),
      body: z.string(),
    },
    example: { answer: '<!doctype html>' },
  });
}

const [integrators, people, companies] = ['the public API', 'the application API', 'the subscription API'];

/** The descriptions of the interfaces at their own address. Every caller may read them, and no limit counts that. */
export const documentContract = {
  getOpenApiDocument: documentAt('getOpenApiDocument', '/openapi.json', integrators),
  getDocumentation: pageAt('getDocumentation', '/docs', integrators),
  getApplicationDocument: documentAt('getApplicationDocument', '/docs/application/openapi.json', people),
  getApplicationDocumentation: pageAt('getApplicationDocumentation', '/docs/application', people),
  getSubscriptionDocument: documentAt('getSubscriptionDocument', '/docs/subscription/openapi.json', companies),
  getSubscriptionDocumentation: pageAt('getSubscriptionDocumentation', '/docs/subscription', companies),
};

const errorPage = {
  status: 200,
  mediaType: 'text/html',
  headers: z.object({ etag: z.string(), 'content-security-policy': z.string() }),
  body: z.string(),
} as const;

/** The meaning of each code and what to do about it. Failures name these addresses as `help`. */
export const errorPageContract = {
  listErrorPages: endpoint({
    ...open,
    operationId: 'listErrorPages',
    path: errorPagesPath,
    summary: 'The codes of failures, as a page for people',
    success: errorPage,
    example: { answer: '<!doctype html>' },
  }),
  getErrorPage: endpoint({
    ...open,
    operationId: 'getErrorPage',
    path: `${errorPagesPath}/{code}`,
    summary: 'What a code means and what to do about it, as a page for people',
    params: z.object({ code: z.string().describe('The `code` of a failure, or the `errorCode` of one.') }),
    success: errorPage,
    example: { params: { code: 'rate_limited' }, answer: '<!doctype html>' },
  }),
};

const file = {
  status: 200,
  mediaType: 'text/plain',
  headers: z.object({ etag: z.string() }),
  body: z.string(),
} as const;

/** For programs that read what there is to read. No document lists it. */
export const readerContract = {
  getLlmsTxt: endpoint({ ...open, operationId: 'getLlmsTxt', path: '/llms.txt', success: file }),
};

/** The address to which finders of a weakness report it (RFC 9116). No document lists it, and it is there where a contact is configured. */
export const securityContract = {
  getSecurityTxt: endpoint({
    ...open,
    operationId: 'getSecurityTxt',
    path: '/.well-known/security.txt',
    success: { status: 200, mediaType: 'text/plain', body: z.string() },
  }),
};

/** The first address that people open. No document lists it. */
export const frontPageContract = {
  showFrontPage: endpoint({
    operationId: 'showFrontPage',
    method: 'get',
    path: '/',
    access: 'open',
    page: true,
    headers: z.object({ accept: z.string().optional() }),
    success: { status: 200, mediaType: 'text/html', body: z.string() },
    errors: [],
  }),
};
