import { type Credentials, issueToken, type RunningPlatform, Tenant } from '@rapport/testbed';

/** An API client of a tenant of its own, with limits that no bench reaches. */
export interface BenchTenant {
  readonly tenant: Tenant;
  readonly schema: string;
  /** The client by its id in the records, and the token it sends. */
  readonly clientId: string;
  readonly userId: string;
  readonly token: string;
  readonly credentials: Credentials;
  /** The milliseconds that the operators' call took that made the tenant. */
  readonly madeInMs: number;
}

/** Makes one tenant after the other. */
export async function createTenants(platform: RunningPlatform, count: number): Promise<BenchTenant[]> {
  const tenants: BenchTenant[] = [];
  while (tenants.length < count) {
    tenants.push(await createTenant(platform));
  }
  return tenants;
}

async function createTenant({ baseUrl, operator }: RunningPlatform): Promise<BenchTenant> {
  const start = performance.now();
  const tenant = await Tenant.make(operator);
  const madeInMs = performance.now() - start;
  const credentials = await tenant.client();
  return {
    tenant,
    schema: tenant.schema,
    clientId: credentials.apiClientId,
    userId: tenant.ownerId,
    token: await issueToken(baseUrl, credentials),
    credentials,
    madeInMs,
  };
}
