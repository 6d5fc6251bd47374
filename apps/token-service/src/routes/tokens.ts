import { hash } from 'node:crypto';
import type { SigningKeys } from '@rapport/access-tokens';
import { implement } from '@rapport/http-contract';
import type { CallContext } from '@rapport/kernel';
import { tokenContract } from '@rapport/public-contract';
import type { Caller } from '@rapport/token-audit';
import {
  discoveryDocument,
  type TokenIntrospection,
  type TokenIssuer,
  type TokenRevocation,
} from '@rapport/token-endpoint';

export interface TokenContext extends CallContext {
  readonly caller: Caller;
  readonly authorization: string | undefined;
  readonly query: string;
}

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
      const { authorization, query, caller } = context;
      const { token, headers } = await issuer.issue(context, { form: body, authorization, query }, caller);
      return { status: 200, body: token, headers: { ...headers, pragma: 'no-cache' } };
    },
    introspectToken: async (context, { body }) => {
      const { authorization, query, caller } = context;
      const { answer, headers } = await introspection.introspect(context, { form: body, authorization, query }, caller);
      return { status: 200, body: answer, headers };
    },
    revokeToken: async (context, { body }) => {
      const { authorization, query, caller } = context;
      return { status: 200, headers: await revocation.revoke(context, { form: body, authorization, query }, caller) };
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
