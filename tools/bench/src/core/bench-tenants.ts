import { createClient } from '@rapport/http-contract/client';
import { tokenContract } from '@rapport/public-contract';
import { apiClientContract, tenantContract } from '@rapport/subscription-contract';
import type { BenchPlatform } from './bench-platform.ts';

/** An API client of a tenant of its own, with limits that no bench reaches. */
export interface BenchTenant {
  readonly id: string;
  readonly schema: string;
  /** The client by its id in the records, and the token it sends. */
  readonly clientId: string;
  readonly userId: string;
  readonly token: string;
  readonly credentials: ClientCredentials;
  /** How long the operators' call that made the tenant took, in milliseconds. */
  readonly madeInMs: number;
}

export interface ClientCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** One after the other; their numbers begin with `first`. */
export async function createTenants(platform: BenchPlatform, count: number, first = 1): Promise<BenchTenant[]> {
  const tenants: BenchTenant[] = [];
  for (let number = first; number < first + count; number += 1) {
    tenants.push(await createTenant(platform, number));
  }
  return tenants;
}

async function createTenant({ baseUrl, operator }: BenchPlatform, number: number): Promise<BenchTenant> {
  const headers = (): Record<string, string> => ({ authorization: `Bearer ${operator.credential}` });
  const operators = createClient({ ...tenantContract, ...apiClientContract }, { baseUrl: operator.url, headers });
  const limits = { requestsPerMinute: 1_000_000, tokenRequestsPerMinute: 1_000_000 };
  const name = `Bench ${number}`;
  const start = performance.now();
  const made = await operators.createTenant({
    body: { name, ownerEmail: `owner${number}@bench.example`, plan: 'enterprise', ...limits },
  });
  const madeInMs = performance.now() - start;
  if (made.status !== 201) {
    throw new Error(`The tenant was refused with ${made.status}.`);
  }
  const { tenantId, schema, owner } = made.body;
  const client = await operators.createApiClient({ params: { tenantId }, body: { name, runAsUserId: owner.userId } });
  if (client.status !== 201) {
    throw new Error(`The client was refused with ${client.status}.`);
  }
  const { apiClientId, clientId, clientSecret } = client.body;
  const credentials = { clientId, clientSecret };
  return {
    id: tenantId,
    schema,
    clientId: apiClientId,
    userId: owner.userId,
    token: await issueToken(baseUrl, credentials),
    credentials,
    madeInMs,
  };
}

export async function issueToken(baseUrl: string, { clientId, clientSecret }: ClientCredentials): Promise<string> {
  const issued = await createClient(tokenContract, { baseUrl }).issueToken({
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
  });
  if (issued.status !== 200) {
    throw new Error(`The token was refused with ${issued.status}.`);
  }
  return issued.body.access_token;
}
