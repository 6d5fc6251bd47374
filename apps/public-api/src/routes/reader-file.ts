import { implement } from '@rapport/http-contract';
import { errorPage, errorPagesPath } from '@rapport/http-contract/failures';
import type { CallContext } from '@rapport/kernel';
import { documentContract, readerContract } from '@rapport/public-contract';
import { codes, meaningOf } from './error-pages.ts';
import { keptBody } from './kept-body.ts';

/** A plain list of what the platform serves to be read, for programs that read. */
export function readerRoutes() {
  const kept = keptBody(text);
  const headers = { 'cache-control': 'public, max-age=300', etag: kept.plain.etag };
  const answer = { status: 200, body: text, kept, headers } as const;
  return implement(readerContract)<CallContext>({ getLlmsTxt: async () => answer });
}

const documents = Object.values(documentContract).map(({ path, summary }) => `- [${summary}](${path})`);
const pages = codes.map((code) => `- [${code}](${errorPage(code)}): ${meaningOf(code).replaceAll('\n', ' ')}`);

const text = `# Rapport

> A CRM platform with three interfaces of HTTP and JSON: the public API for other systems, which read, write and synchronise records; the application API for what people do; the subscription API for plans and sign-ups.

Access tokens come from /connect/token; [where and how](/.well-known/openid-configuration).

## Documents

${documents.join('\n')}

## Codes of failures

- [All of them](${errorPagesPath})
${pages.join('\n')}
`;
