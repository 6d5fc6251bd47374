import { createClient } from '@rapport/http-contract/client';
import { tokenContract } from '@rapport/public-contract';
import { apiClientContract, keyContract, peopleContract, tenantContract } from '@rapport/subscription-contract';
import { inject } from 'vitest';

const platform = inject('platform');

/** The operators' API of the running platform. */
export const operator = createClient(
  { ...tenantContract, ...peopleContract, ...apiClientContract, ...keyContract },
  { baseUrl: platform.operatorUrl, headers: () => ({ authorization: `Bearer ${platform.operatorCredential}` }) },
);

export const tokens = createClient(tokenContract, { baseUrl: platform.baseUrl });

export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface TokenTenant {
  readonly id: string;
  readonly ownerId: string;
  client(scopes?: string[], runAsUserId?: string): Promise<Credentials>;
  user(): Promise<string>;
}

export async function newTenant(tokenRequestsPerMinute: number | null = 1_000_000): Promise<TokenTenant> {
  const body = { name: 'A tenant', ownerEmail: newEmail(), tokenRequestsPerMinute };
  const { tenantId, owner } = done(await operator.createTenant({ body }), 201);
  const params = { tenantId };
  return {
    id: tenantId,
    ownerId: owner.userId,
    user: async () =>
      done(await operator.createUser({ params, body: { email: newEmail(), name: 'A Person' } }), 201).userId,
    client: async (scopes, runAsUserId = owner.userId) => {
      const client = { name: 'A client', runAsUserId, ...(scopes === undefined ? {} : { scopes }) };
      return done(await operator.createApiClient({ params, body: client }), 201);
    },
  };
}

export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** A token request with this form. An undefined field is left out. */
export async function ask(
  fields: Readonly<Record<string, string | undefined>> | string,
  headers: Readonly<Record<string, string>> = {},
  search = '',
): Promise<TokenAnswer> {
  const sent = typeof fields === 'string' ? [] : Object.entries(fields).filter(([, value]) => value !== undefined);
  const body = typeof fields === 'string' ? fields : new URLSearchParams(sent as [string, string][]).toString();
  const answer = await fetch(`${platform.baseUrl}/connect/token${search}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
}

/** The form of a valid request. */
export function formOf({ clientId, clientSecret }: Credentials): Record<string, string> {
  return { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
}

export function basic(clientId: string, clientSecret: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` };
}

/** The body of an answer that must have this status. */
export function done<A extends { readonly status: number; readonly body: unknown }, S extends A['status']>(
  answer: A,
  status: S,
): NonNullable<Extract<A, { readonly status: S }>['body']> {
  if (answer.status !== status) {
    throw new Error(`Expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body as NonNullable<Extract<A, { readonly status: S }>['body']>;
}

/** The status of a read of the public API with this token. */
export async function statusWith(token: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${String(token)}` };
  return (await fetch(`${platform.baseUrl}/api/v1/customers?pageSize=1`, { headers })).status;
}

function newEmail(): string {
  counted += 1;
  return `person-${process.pid}-${Date.now().toString(36)}-${counted}@example.test`;
}

let counted = 0;
