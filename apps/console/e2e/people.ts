import { operatorClient, Tenant, type Person } from '@rapport/testbed';
import { inject } from 'vitest';

const platform = inject('platform');

export const operator = operatorClient({ url: platform.operatorUrl, credential: platform.operatorCredential });

export interface Company {
  readonly tenant: Tenant;
  readonly owner: Person;
}

/** A company of its own, with a second owner who can sign in. */
export async function newCompany(): Promise<Company> {
  const tenant = await Tenant.make(operator);
  return { tenant, owner: await tenant.person({ role: 'owner', name: 'Olga Owner' }) };
}
