import type { StatePublisher } from '@rapport/admission';
import { audit, type ChangeContext } from '@rapport/audit';
import type { Database, Sql } from '@rapport/database';
import { AppError, type CallContext, type TenantRef } from '@rapport/kernel';
import { isGoing, type ListedTenant } from '@rapport/kinds';
import type { Subscriptions } from '@rapport/subscriptions';
import { CellStore } from './cell-store.ts';
import type { TenantStore } from './tenant-store.ts';

/** Finds tenants, and takes them through the states of their making. */
export class TenantService {
  readonly #database: Database;
  readonly #tenants: TenantStore;
  readonly #subscriptions: Subscriptions;
  readonly #publisher: StatePublisher;

  constructor(database: Database, tenants: TenantStore, subscriptions: Subscriptions, publisher: StatePublisher) {
    this.#database = database;
    this.#tenants = tenants;
    this.#subscriptions = subscriptions;
    this.#publisher = publisher;
  }

  /** The reference by which other libs take a tenant that is made, or 404. */
  async reference(context: ChangeContext, tenantId: string): Promise<TenantRef> {
    const { number, cell, state } = await this.require(context, tenantId);
    if (state === 'provisioning' || state === 'provisioningFailed' || isGoing(state)) {
      await this.#subscriptions.requirePossible(context, tenantId, 'changeSubscription');
    }
    return { id: tenantId, number, cell };
  }

  /** Notes that a step of the tenant's birth failed too often. Nothing is open in either state, so no process has to hear of it. */
  async failProvisioning(context: CallContext, sql: Sql, tenantId: string): Promise<void> {
    await this.#tenants.changeState(context, sql, tenantId, ['provisioning'], 'provisioningFailed');
  }

  /** False if the tenant is being provisioned already. */
  async beginProvisioningAgain(context: ChangeContext, sql: Sql, tenantId: string): Promise<boolean> {
    const isChanged = await this.#tenants.changeState(context, sql, tenantId, ['provisioningFailed'], 'provisioning');
    if (isChanged) {
      await audit(context, sql, tenantId, 'tenant.retried', tenantId);
    } else {
      await this.#subscriptions.requirePossible(context, tenantId, 'retry', sql);
    }
    return isChanged;
  }

  /** Gives the organisation another name. Profiles of its users show it, and are remembered by the tenant's version. */
  async rename(context: ChangeContext, tenantId: string, organisationName: string): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      if (await this.#tenants.rename(context, sql, tenantId, organisationName)) {
        await audit(context, sql, tenantId, 'tenant.renamed', tenantId, { organisationName });
      }
    });
    await this.#publisher.publishTenant(context, tenantId);
  }

  /** The tenant, or 404. */
  async require(context: CallContext, tenantId: string, sql: Sql = this.#database.control): Promise<ListedTenant> {
    const tenant = await this.#tenants.find(context, sql, tenantId);
    if (!tenant) {
      throw new AppError('not_found', `There is no tenant ${tenantId}.`);
    }
    return tenant;
  }
}

/** Makes the cells of this installation known. A known cell stays as it is. */
export async function ensureCells(context: CallContext, sql: Sql, names: readonly string[]): Promise<void> {
  await new CellStore().put(context, sql, names);
}
