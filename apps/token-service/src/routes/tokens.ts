import { hash } from 'node:crypto';
import type { SigningKeys } from '@rapport/access-tokens';
import { implement } from '@rapport/http-contract';
import type { CallContext } from '@rapport/kernel';
import { tokenContract } from '@rapport/public-contract';
import {
  discoveryDocument,
  type ConnectRequest,
  type TokenIntrospection,
  type TokenIssuer,
  type TokenRevocation,
} from '@rapport/token-endpoint';

export type TokenContext = CallContext & Omit<ConnectRequest, 'form'> & { readonly cookie: string | undefined };

export interface TokenServices {
  readonly issuer: TokenIssuer;
  readonly introspection: TokenIntrospection;
  readonly revocation: TokenRevocation;
  readonly keys: SigningKeys;
}

export function tokenRoutes({ issuer, introspection, revocation, keys }: TokenServices, issuerUrl: string) {
  const document = discoveryDocument(issuerUrl);
  const etag = `"${hash('sha256', JSON.stringify(document), 'base64url')}"`;
  const discovery = { status: 200, body: document, headers: { ...cacheable, etag } } as const;
  return implement(tokenContract)<TokenContext>({
    issueToken: async (context, { body }) => {
      const { token, headers } = await issuer.issue(context, requestOf(context, body));
      return { status: 200, body: token, headers: { ...headers, pragma: 'no-cache' } };
    },
    introspectToken: async (context, { body }) => {
      const { answer, headers } = await introspection.introspect(context, requestOf(context, body));
      return { status: 200, body: answer, headers };
    },
    revokeToken: async (context, { body }) => ({
      status: 200,
      headers: await revocation.revoke(context, requestOf(context, body)),
    }),
    getServerMetadata: async () => discovery,
    getOpenIdMetadata: async () => discovery,
    getKeySet: async (context) => {
      const { keys: published, etag } = await keys.keySet(context);
      return { status: 200, body: { keys: [...published] }, headers: { ...cacheable, etag } };
    },
  });
}

function requestOf({ caller, authorization, query }: TokenContext, form: ConnectRequest['form']): ConnectRequest {
  return { caller, form, query, authorization };
}

const cacheable = { 'cache-control': 'public, max-age=300' };
