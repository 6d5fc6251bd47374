import { hash } from 'node:crypto';
import { implement } from '@rapport/http-contract';
import {
  discoveryDocument,
  type SigningKeys,
  type TokenIntrospection,
  type TokenIssuer,
  type TokenRevocation,
  type Visit,
} from '@rapport/identity';
import type { CallContext } from '@rapport/kernel';
import { tokenContract } from '@rapport/public-contract';

export interface TokenContext extends CallContext {
  readonly visit: Visit;
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
      const { authorization, query, visit } = context;
      const { token, headers } = await issuer.issue(context, { form: body, authorization, query }, visit);
      return { status: 200, body: token, headers: { ...headers, pragma: 'no-cache' } };
    },
    introspectToken: async (context, { body }) => {
      const { authorization, query, visit } = context;
      const { answer, headers } = await introspection.introspect(context, { form: body, authorization, query }, visit);
      return { status: 200, body: answer, headers };
    },
    revokeToken: async (context, { body }) => {
      const { authorization, query, visit } = context;
      return { status: 200, headers: await revocation.revoke(context, { form: body, authorization, query }, visit) };
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
