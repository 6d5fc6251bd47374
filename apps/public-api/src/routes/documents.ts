import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { implement, RawJson, type KeptBody, type KeptBytes } from '@rapport/http-contract';
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
  const [ofDocument, ofPage] = [keptOf(text), keptOf(html)];
  return {
    document: {
      status: 200,
      body: new RawJson(text),
      kept: ofDocument,
      headers: { ...cacheable, etag: ofDocument.plain.etag },
    },
    page: {
      status: 200,
      body: html,
      kept: ofPage,
      headers: { ...cacheable, etag: ofPage.plain.etag, 'content-security-policy': contentSecurityPolicy },
    },
  } as const;
}

function keptOf(text: string): KeptBody {
  const plain = Buffer.from(text);
  return { plain: tagged(plain), gzip: tagged(gzipSync(plain, { level: 9 })) };
}

function tagged(bytes: Buffer): KeptBytes {
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url')}"` };
}

const cacheable = { 'cache-control': 'public, max-age=300' };
