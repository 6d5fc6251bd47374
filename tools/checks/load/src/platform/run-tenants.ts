import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { done, Tenant, type Credentials, type Operator } from '@rapport/testbed';

/** A tenant that a workload needs. */
export interface TenantPlan {
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
  readonly clients: number;
}

/** The tenants of one run, with new API clients, because a window of a limit outlives a run. */
export class RunTenants {
  readonly #operator: Operator;
  readonly #active = new Set<Tenant>();

  constructor(operator: Operator) {
    this.#operator = operator;
  }

  /** Writes what the script needs of them to a file that only its owner reads. */
  async make(plans: readonly TenantPlan[], file: string, signal: AbortSignal): Promise<void> {
    const tenants: { readonly requestsPerMinute: number; readonly clients: Credentials[] }[] = [];
    for (const { requestsPerMinute, tokenRequestsPerMinute, clients: count } of plans) {
      signal.throwIfAborted();
      const limits = { requestsPerMinute, tokenRequestsPerMinute };
      const tenant = await Tenant.make(this.#operator, { organisationName: 'Load test', ...limits });
      this.#active.add(tenant);
      const clients: Credentials[] = [];
      for (let n = 0; n < count; n += 1) {
        const { clientId, clientSecret } = await tenant.client();
        clients.push({ clientId, clientSecret });
      }
      tenants.push({ requestsPerMinute, clients });
    }
    await writeFile(file, JSON.stringify({ tenants }), { mode: 0o600 });
  }

  /** Closes them where the platform goes on without them, and gives the ids of those that are active after this time. */
  async suspend(withinMs: number = suspendMs): Promise<string[]> {
    const enough = new AbortController();
    try {
      await Promise.race([this.#suspendAll(enough.signal), delay(withinMs, undefined, { signal: enough.signal })]);
    } catch {
      // The operators' API refuses or is away, and then the caller learns which tenants are left.
    } finally {
      enough.abort();
    }
    return [...this.#active].map(({ id }) => id);
  }

  async #suspendAll(signal: AbortSignal): Promise<void> {
    for (const tenant of this.#active) {
      signal.throwIfAborted();
      done(await this.#operator.suspendTenant({ params: { tenantId: tenant.id } }), 200);
      this.#active.delete(tenant);
    }
  }
}

/** A hundred tenants take some seconds. */
const suspendMs = 20_000;
