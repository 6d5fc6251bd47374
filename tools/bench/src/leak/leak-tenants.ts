import { issueToken, type TemporaryPlatform, Tenant } from '@rapport/testbed';
import type { LeakTenant } from './leak-tenant.ts';
import { leakField } from './resource-requests.ts';

const limitedEvery = 20;

export async function createLeakTenants(platform: TemporaryPlatform, count: number): Promise<LeakTenant[]> {
  const tenants: LeakTenant[] = [];
  for (let number = 1; number <= count; number += 1) {
    tenants.push(await createLeakTenant(platform, number % limitedEvery === 0));
  }
  return tenants;
}

async function createLeakTenant(
  { baseUrl, access, operator }: TemporaryPlatform,
  isLimited: boolean,
): Promise<LeakTenant> {
  const tenant = await Tenant.make(operator, isLimited ? { requestsPerMinute: 60, tokenRequestsPerMinute: 5 } : {});
  await operator.createCustomField({ params: { tenantId: tenant.id }, body: leakField });
  const { clientId, clientSecret } = await tenant.client();
  return {
    id: tenant.id,
    operator: access,
    clientId,
    clientSecret,
    token: await issueToken(baseUrl, { clientId, clientSecret }),
    hasSecondToken: false,
    readOnlyToken: await issueToken(baseUrl, { clientId, clientSecret }, 'customers.read'),
    isLimited,
    records: [],
    referring: { contacts: [], leads: [], opportunities: [] },
    next: {},
    keyed: {},
  };
}
