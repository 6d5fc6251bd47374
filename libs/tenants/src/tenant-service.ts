import type { Database, Sql } from '@rapport/database';
import { audit, type OperatorContext, type PrincipalStore, type StatePublisher } from '@rapport/identity';
import { AppError, validationFailed, type CallContext, type TenantRef } from '@rapport/kernel';
import type { Tenant } from './tenant.ts';
import { tenantStore } from './tenant-store.ts';

/** The life of tenants after their creation: suspended, resumed, moved to another plan. */
export class TenantService {
  readonly #database: Database;
  readonly #principals: PrincipalStore;
  readonly #publisher: StatePublisher;

  constructor(database: Database, principals: PrincipalStore, publisher: StatePublisher) {
    this.#database = database;
    this.#principals = principals;
    this.#publisher = publisher;
  }

  async list(context: CallContext, after: string | null, limit: number): Promise<Tenant[]> {
    return tenantStore.list(this.#database.control, context, after, limit);
  }

  /** The tenant as the other services of this platform name it. */
  async reference(context: CallContext, tenantId: string): Promise<TenantRef> {
    const { number, cell } = await this.require(context, tenantId);
    return { id: tenantId, number, cell };
  }

  async suspend(context: OperatorContext, tenantId: string): Promise<void> {
    await this.#changeState(context, tenantId, 'active', 'suspended');
  }

  async resume(context: OperatorContext, tenantId: string): Promise<void> {
    await this.#changeState(context, tenantId, 'suspended', 'active');
  }

  async changePlan(context: OperatorContext, tenantId: string, plan: string): Promise<void> {
    await this.require(context, tenantId);
    await this.#database.control.transaction(context, async (sql) => {
      await this.requirePlan(sql, context, plan);
      await tenantStore.changePlan(sql, context, tenantId, plan);
      await audit(sql, context, tenantId, 'tenant.plan_changed', tenantId, { plan });
    });
    await this.publish(context, tenantId);
  }

  /** Tells every process what control has of the tenant now. */
  async publish(context: CallContext, tenantId: string): Promise<void> {
    const tenant = await this.#principals.tenant(context, tenantId);
    if (tenant) {
      await this.#publisher.publish(context, tenant.number, { tenant });
    }
  }

  /** The tenant, or 404. */
  async require(context: CallContext, tenantId: string): Promise<Tenant> {
    const tenant = await tenantStore.find(this.#database.control, context, tenantId);
    if (!tenant) {
      throw new AppError('not_found', `There is no tenant ${tenantId}.`);
    }
    return tenant;
  }

  /** 400 where there is no such plan. */
  async requirePlan(sql: Sql, context: CallContext, plan: string): Promise<void> {
    const codes = await tenantStore.planCodes(sql, context);
    if (!codes.includes(plan)) {
      throw validationFailed({ plan: [`There is no plan ${plan}; the plans are ${codes.join(', ')}.`] });
    }
  }

  /** A tenant that is in the wanted state already is left alone. */
  async #changeState(context: OperatorContext, tenantId: string, from: string, to: string): Promise<void> {
    const { state } = await this.require(context, tenantId);
    if (state !== from && state !== to) {
      throw new AppError('concurrency_conflict', `The tenant is ${state}; try again when it is ${from}.`);
    }
    await this.#database.control.transaction(context, async (sql) => {
      if (await tenantStore.changeState(sql, context, tenantId, [from], to)) {
        await audit(sql, context, tenantId, `tenant.${to}`, tenantId, {});
      }
    });
    await this.publish(context, tenantId);
  }
}

/** Makes the cells of this installation known; a name that is known already is left alone. */
export async function ensureCells(sql: Sql, context: CallContext, names: readonly string[]): Promise<void> {
  await tenantStore.putCells(sql, context, names);
}
