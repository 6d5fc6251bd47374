import { createClient, type Client } from '@rapport/http-contract';
import { customerContract, tokenContract } from '@rapport/public-contract';
import { apiClientContract, tenantContract } from '@rapport/subscription-contract';
import { inject } from 'vitest';

const { baseUrl, operatorUrl, operatorCredential } = inject('platform');
const operator = createClient(
  { ...tenantContract, ...apiClientContract },
  { baseUrl: operatorUrl, headers: () => ({ authorization: `Bearer ${operatorCredential}` }) },
);

export type Customers = Client<typeof customerContract>;

export interface TenantClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly token: string;
}

/** A client of a tenant of its own, with limits that nothing here reaches. */
export async function newTenantClient(): Promise<TenantClient> {
  const limits = { requestsPerMinute: 1_000_000, tokenRequestsPerMinute: 1_000_000 };
  const ownerEmail = `owner-${process.pid}-${Date.now().toString(36)}-${(counted += 1)}@example.test`;
  const tenant = await operator.createTenant({ body: { name: 'A tenant', ownerEmail, plan: 'enterprise', ...limits } });
  const { tenantId, owner } = done(tenant, 201);
  const body = { name: 'A client', runAsUserId: owner.userId };
  const credentials = done(await operator.createApiClient({ params: { tenantId }, body }), 201);
  return { ...credentials, token: done(await askToken(credentials), 200).access_token };
}

export function askToken({ clientId, clientSecret }: { clientId: string; clientSecret: string }) {
  const body = { grant_type: 'client_credentials' as const, client_id: clientId, client_secret: clientSecret };
  return createClient(tokenContract, { baseUrl }).issueToken({ body });
}

/** The public API through the front address; a request that gets no answer in time is given up. */
export function customersOf({ token }: TenantClient): Customers {
  return createClient(customerContract, {
    baseUrl,
    headers: () => ({ authorization: `Bearer ${token}` }),
    fetch: (address, init) => fetch(address, { ...init, signal: AbortSignal.timeout(15_000) }),
  });
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

let counted = 0;
