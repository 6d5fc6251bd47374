import { writeFile } from 'node:fs/promises';
import { done, Tenant, type Credentials, type Operator } from '@rapport/testbed';

/** A tenant that a workload needs. */
export interface TenantPlan {
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
  readonly clients: number;
}

export interface MadeTenants {
  /** Closes them, where the platform goes on without them. */
  readonly suspend: () => Promise<void>;
}

/**
 * Makes new tenants with new API clients, because a window of a limit outlives a run, and writes what the script needs
 * of them to a file that only its owner reads.
 */
export async function makeTenants(
  operator: Operator,
  plans: readonly TenantPlan[],
  file: string,
): Promise<MadeTenants> {
  const made: { readonly tenant: Tenant; readonly plan: TenantPlan; readonly clients: Credentials[] }[] = [];
  for (const plan of plans) {
    const { requestsPerMinute, tokenRequestsPerMinute } = plan;
    const tenant = await Tenant.make(operator, { name: 'Load test', requestsPerMinute, tokenRequestsPerMinute });
    const clients: Credentials[] = [];
    for (let n = 0; n < plan.clients; n += 1) {
      const { clientId, clientSecret } = await tenant.client();
      clients.push({ clientId, clientSecret });
    }
    made.push({ tenant, plan, clients });
  }
  const tenants = made.map(({ plan: { requestsPerMinute }, clients }) => ({ requestsPerMinute, clients }));
  await writeFile(file, JSON.stringify({ tenants }), { mode: 0o600 });
  return {
    suspend: async () => {
      for (const { tenant } of made) {
        done(await operator.suspendTenant({ params: { tenantId: tenant.id } }), 200);
      }
    },
  };
}
