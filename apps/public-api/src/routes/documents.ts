import { hash } from 'node:crypto';
import { implement, RawJson } from '@rapport/http-contract';
import { documentationPage } from '@rapport/http-contract/documentation';
import type { CallContext } from '@rapport/kernel';
import { documentContract, documentText, publicDocument } from '@rapport/public-contract';

/** The interface's own description, the same from every process of a version. It is rendered at its first request. */
export function documentRoutes() {
  let answers: Answers | undefined;
  return implement(documentContract)<CallContext>({
    getOpenApiDocument: async () => (answers ??= render()).document,
    getDocumentation: async () => (answers ??= render()).page,
  });
}

type Answers = ReturnType<typeof render>;

function render() {
  const document = publicDocument();
  const text = documentText(document);
  const { html, contentSecurityPolicy } = documentationPage(document, documentContract.getOpenApiDocument.path);
  return {
    document: { status: 200, body: new RawJson(text), headers: { ...cacheable, etag: etagOf(text) } },
    page: {
      status: 200,
      body: html,
      headers: { ...cacheable, etag: etagOf(html), 'content-security-policy': contentSecurityPolicy },
    },
  } as const;
}

function etagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url')}"`;
}

const cacheable = { 'cache-control': 'public, max-age=300' };
