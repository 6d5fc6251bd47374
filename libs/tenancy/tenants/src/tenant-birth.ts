import type { ChangeContext } from '@rapport/audit';
import { createTenantSchema, type Database, type Sql } from '@rapport/database';
import { newId, serviceUnavailable, validationFailed, type AppError, type CallContext } from '@rapport/kernel';
import { hasOtherMembers, putMember } from '@rapport/records';
import { NeedsPerson, type CellWork, type CellWorkItem } from '@rapport/sagas';
import type { Subscriptions } from '@rapport/subscriptions';
import type { TenantService } from './tenant-service.ts';
import type { TenantStore } from './tenant-store.ts';
import type { NewTenant } from './tenant.ts';

export interface BegunTenant<Owner> {
  readonly tenantId: string;
  readonly owner: Owner;
  readonly workId: string;
}

/**
 * The birth of every new tenant: its rows in control, in the transaction of the caller, and then in steps its schema
 * and its owner in the cell, until it is active and its subscription begins. Steps that a crash or a failure left undone are resumed.
 */
export class TenantBirth {
  readonly #database: Database;
  readonly #store: TenantStore;
  readonly #cellWork: CellWork;
  readonly #tenants: TenantService;
  readonly #subscriptions: Subscriptions;

  constructor(
    database: Database,
    store: TenantStore,
    cellWork: CellWork,
    tenants: TenantService,
    subscriptions: Subscriptions,
  ) {
    this.#database = database;
    this.#store = store;
    this.#cellWork = cellWork;
    this.#tenants = tenants;
    this.#subscriptions = subscriptions;
    this.#cellWork.register('tenant', {
      steps: {
        schema: (step, item) => this.#makeSchema(step, item),
        owner: (step, item) => this.#bringOwner(step, item),
        activation: (step, item) => this.#subscriptions.open(step, item.tenantId),
      },
      onRest: (step, sql, item) => this.#tenants.failProvisioning(step, sql, item.tenantId),
    });
  }

  /** Writes the tenant, and notes its steps. `ownerOf` writes its owner. Throws 400 where it cannot be billed as wanted. */
  async begin<Owner extends { readonly userId: string }>(
    context: ChangeContext,
    sql: Sql,
    input: NewTenant,
    ownerOf: (tenantId: string) => Promise<Owner>,
  ): Promise<BegunTenant<Owner>> {
    this.#subscriptions.requireBilling(input.billing);
    const tenantId = newId();
    if (!(await this.#store.insert(context, sql, tenantId, input))) {
      throw noCell(input.cell);
    }
    const owner = await ownerOf(tenantId);
    const workId = await this.#cellWork.add(context, sql, tenantId, 'tenant', owner.userId);
    return { tenantId, owner, workId };
  }

  /** Does the steps. It throws where one fails now, and the rest is done later. */
  async proceed(context: CallContext, workId: string): Promise<void> {
    await this.#cellWork.attempt(context, workId);
  }

  /** The remains of the subscription of a tenant that was taken back. */
  async takeBack(context: ChangeContext, sql: Sql, tenantId: string): Promise<void> {
    await this.#subscriptions.takeBack(context, sql, tenantId);
  }

  /** Lets a provisioning that failed go on at its step. One that is under way already stays as it is. */
  async retry(context: ChangeContext, tenantId: string): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      if (await this.#tenants.beginProvisioningAgain(context, sql, tenantId)) {
        await this.#cellWork.retry(context, sql, tenantId);
      }
    });
  }

  async #makeSchema(context: CallContext, item: CellWorkItem): Promise<void> {
    const { number, cell } = await this.#tenants.require(context, item.tenantId);
    if (await hasOtherMembers(context, this.#database.tenant({ number, cell }), item.principalId)) {
      throw new NeedsPerson(
        'service_unavailable',
        'The number of the new tenant belongs to one that control does not know; see the runbook for a control that was restored.',
        { headers: { 'retry-after': '60' } },
      );
    }
    await createTenantSchema(context, this.#database.cell(cell), number);
  }

  async #bringOwner(context: CallContext, item: CellWorkItem): Promise<void> {
    const { number, cell } = await this.#tenants.require(context, item.tenantId);
    const owner = await this.#store.owner(context, this.#database.control, item.principalId);
    const member = { id: item.principalId, teamId: null, isActive: true, ...(owner ?? { name: '', version: 1 }) };
    await putMember(context, this.#database.tenant({ number, cell }), member);
  }
}

function noCell(named: string | undefined): AppError {
  return named === undefined
    ? serviceUnavailable('There is no room for another tenant at the moment; try again later.', 60)
    : validationFailed({ cell: [`There is no cell ${named}; GET /subscription/v1/operator/cells lists them.`] });
}
