import { createClient } from '@rapport/http-contract/client';
import { tokenContract } from '@rapport/public-contract';
import { operatorClient, Tenant, type Credentials } from '@rapport/testbed';
import { inject } from 'vitest';

export { done, type Credentials } from '@rapport/testbed';

const platform = inject('platform');

/** The operators' API of the running platform. */
export const operator = operatorClient({ url: platform.operatorUrl, credential: platform.operatorCredential });

export const tokens = createClient(tokenContract, { baseUrl: platform.baseUrl });

export interface TokenTenant {
  readonly id: string;
  readonly ownerId: string;
  client(scopes?: string[], runAsUserId?: string): Promise<Credentials>;
  user(): Promise<string>;
}

export async function newTenant(tokenRequestsPerMinute: number | null = 1_000_000): Promise<TokenTenant> {
  const tenant = await Tenant.make(operator, { planCode: 'professional', tokenRequestsPerMinute });
  return {
    id: tenant.id,
    ownerId: tenant.ownerId,
    user: () => tenant.user({ role: 'salesperson' }),
    client: (scopes, runAsUserId = tenant.ownerId) =>
      tenant.client({ runAsUserId, ...(scopes !== undefined && { scopes }) }),
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

/** The status of a read of the public API with this token. */
export async function statusWith(token: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${String(token)}` };
  return (await fetch(`${platform.baseUrl}/api/v1/customers?pageSize=1`, { headers })).status;
}
