import type { BenchTenant } from '../bench-tenants.ts';
import { bodyOf, resourceNames, type RecordIds, type ResourceName } from './bodies.ts';
import { createRecords } from './create-records.ts';

/** A tenant with the records that were made in it. */
export interface FilledTenant extends BenchTenant {
  readonly ids: RecordIds;
}

/** The number of a tenant's records, by resource. */
export type Filling = Partial<Readonly<Record<ResourceName, number>>>;

/** Makes the same number of records in each tenant, through the API: first those to which others refer. */
export async function fillTenants(
  origin: string,
  tenants: readonly BenchTenant[],
  filling: Filling,
): Promise<FilledTenant[]> {
  let filled = tenants.map((tenant): FilledTenant => ({ ...tenant, ids: none }));
  for (const resource of resourceNames) {
    const count = filling[resource] ?? 0;
    const records = Array.from({ length: count }, (_, number) =>
      filled.map(({ token, ids }) => ({ token, resource, body: bodyOf(resource, number, ids) })),
    );
    const made = await createRecords(origin, records.flat());
    filled = filled.map((tenant, at) => ({
      ...tenant,
      ids: { ...tenant.ids, [resource]: made.filter((_, place) => place % filled.length === at) },
    }));
  }
  return filled;
}

/** Makes records in one tenant. */
export async function fillTenant(origin: string, tenant: BenchTenant, filling: Filling): Promise<FilledTenant> {
  const [filled] = await fillTenants(origin, [tenant], filling);
  if (!filled) {
    throw new Error('There is no tenant to fill.');
  }
  return filled;
}

const none: RecordIds = { customers: [], contacts: [], leads: [], opportunities: [] };
