import { hash } from 'node:crypto';
import { implement } from '@rapport/http-contract';
import { discoveryDocument, type SigningKeys, type TokenIssuer, type Visit } from '@rapport/identity';
import type { CallContext } from '@rapport/kernel';
import { tokenContract } from '@rapport/public-contract';

export interface TokenContext extends CallContext {
  readonly visit: Visit;
  readonly authorization: string | undefined;
  readonly query: string;
}

export function tokenRoutes(issuer: TokenIssuer, keys: SigningKeys, issuerUrl: string) {
  const document = discoveryDocument(issuerUrl);
  const etag = `"${hash('sha256', JSON.stringify(document), 'base64url')}"`;
  const discovery = { status: 200, body: document, headers: { ...cacheable, etag } } as const;
  return implement(tokenContract)<TokenContext>({
    issueToken: async (context, { body }) => {
      const { authorization, query, visit } = context;
      const { token, headers } = await issuer.issue(context, { form: body, authorization, query }, visit);
      return { status: 200, body: token, headers: { ...headers, pragma: 'no-cache' } };
    },
    getServerMetadata: async () => discovery,
    getOpenIdMetadata: async () => discovery,
    getKeySet: async (context) => {
      const { keys: published, etag } = await keys.keySet(context);
      return { status: 200, body: { keys: [...published] }, headers: { ...cacheable, etag } };
    },
  });
}

const cacheable = { 'cache-control': 'public, max-age=300' };
