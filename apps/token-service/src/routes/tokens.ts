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
  const discovery = { status: 200, body: discoveryDocument(issuerUrl), headers: cacheable } as const;
  return implement(tokenContract)<TokenContext>({
    issueToken: async (context, { body }) => {
      const { authorization, query, visit } = context;
      const { token, headers } = await issuer.issue(context, { form: body, authorization, query }, visit);
      return { status: 200, body: token, headers: { ...headers, pragma: 'no-cache' } };
    },
    getServerMetadata: async () => discovery,
    getOpenIdMetadata: async () => discovery,
    getKeySet: async (context) => ({ status: 200, body: { keys: await keys.published(context) }, headers: cacheable }),
  });
}

const cacheable = { 'cache-control': 'public, max-age=300' };
