import { createTenantSchema, type Database, type Sql } from '@rapport/database';
import {
  audit,
  newLogin,
  type CellWork,
  type CellWorkItem,
  type CreatedUser,
  type OperatorContext,
  type PeopleService,
  type PrincipalStore,
  type StatePublisher,
} from '@rapport/identity';
import {
  AppError,
  newId,
  serviceUnavailable,
  validationFailed,
  type CallContext,
  type TenantRef,
} from '@rapport/kernel';
import { hasOtherMembers, putMember } from '@rapport/records';
import type { NewTenant, Tenant } from './tenant.ts';
import { tenantStore } from './tenant-store.ts';

export interface CreatedTenant {
  readonly tenantId: string;
  readonly schema: string;
  readonly owner: CreatedUser;
}

/** The life of tenants: made in one call, suspended, resumed, moved to another plan. */
export class TenantService {
  readonly #database: Database;
  readonly #people: PeopleService;
  readonly #cellWork: CellWork;
  readonly #principals: PrincipalStore;
  readonly #publisher: StatePublisher;
  #nextLogin: ReturnType<typeof newLogin> | undefined;

  constructor(
    database: Database,
    people: PeopleService,
    cellWork: CellWork,
    principals: PrincipalStore,
    publisher: StatePublisher,
  ) {
    this.#database = database;
    this.#people = people;
    this.#cellWork = cellWork;
    this.#principals = principals;
    this.#publisher = publisher;
    cellWork.register('tenant', (context, item) => this.#provision(context, item));
  }

  /** Control first, then the schema in the cell, then the tenant is active; what a crash leaves undone is resumed. */
  async create(context: OperatorContext, input: NewTenant): Promise<CreatedTenant> {
    const login = await this.#takeLogin();
    const tenantId = newId();
    const { owner, workId } = await this.#database.control.transaction(context, async (sql) => {
      await this.#requirePlan(sql, context, input.plan);
      if (!(await tenantStore.insert(sql, context, tenantId, input))) {
        throw new AppError('service_unavailable', 'No cell takes new tenants; add one.', {
          headers: { 'retry-after': '60' },
        });
      }
      const owner = await this.#people.found(sql, context, tenantId, {
        email: input.ownerEmail,
        name: input.ownerEmail,
        login,
      });
      await audit(sql, context, tenantId, 'tenant.created', tenantId, { plan: input.plan });
      return { owner, workId: await this.#cellWork.add(sql, context, tenantId, 'tenant', owner.userId) };
    });
    await this.#cellWork.complete(context, workId);
    const { schema } = await this.#require(context, tenantId);
    return { tenantId, schema, owner };
  }

  async list(context: CallContext, after: string | null, limit: number): Promise<Tenant[]> {
    return tenantStore.list(this.#database.control, context, after, limit);
  }

  /** The tenant as the other services of this platform name it. */
  async reference(context: CallContext, tenantId: string): Promise<TenantRef> {
    const { number, cell } = await this.#require(context, tenantId);
    return { id: tenantId, number, cell };
  }

  async suspend(context: OperatorContext, tenantId: string): Promise<void> {
    await this.#changeState(context, tenantId, 'active', 'suspended');
  }

  async resume(context: OperatorContext, tenantId: string): Promise<void> {
    await this.#changeState(context, tenantId, 'suspended', 'active');
  }

  async changePlan(context: OperatorContext, tenantId: string, plan: string): Promise<void> {
    await this.#require(context, tenantId);
    await this.#database.control.transaction(context, async (sql) => {
      await this.#requirePlan(sql, context, plan);
      await tenantStore.changePlan(sql, context, tenantId, plan);
      await audit(sql, context, tenantId, 'tenant.plan_changed', tenantId, { plan });
    });
    await this.#publish(context, tenantId);
  }

  /** The hash of a login takes longer than all the rest, so the next tenant's is made while this one's schema is. */
  #takeLogin(): ReturnType<typeof newLogin> {
    const login = this.#nextLogin ?? newLogin();
    this.#nextLogin = login.then(newLogin, newLogin);
    this.#nextLogin.catch(() => undefined);
    return login;
  }

  /** A tenant that is in the wanted state already is left alone. */
  async #changeState(context: OperatorContext, tenantId: string, from: string, to: string): Promise<void> {
    const { state } = await this.#require(context, tenantId);
    if (state !== from && state !== to) {
      throw new AppError('concurrency_conflict', `The tenant is ${state}; try again when it is ${from}.`);
    }
    await this.#database.control.transaction(context, async (sql) => {
      if (await tenantStore.changeState(sql, context, tenantId, [from], to)) {
        await audit(sql, context, tenantId, `tenant.${to}`, tenantId, {});
      }
    });
    await this.#publish(context, tenantId);
  }

  async #provision(context: CallContext, item: CellWorkItem): Promise<void> {
    const { number, cell } = await this.#require(context, item.tenantId);
    const sql = this.#database.tenant({ id: item.tenantId, number, cell });
    if (await hasOtherMembers(sql, context, item.principalId)) {
      throw serviceUnavailable(
        'The number of the new tenant belongs to one that control does not know; see the runbook for a control that was restored.',
        60,
      );
    }
    await createTenantSchema(this.#database.cell(cell), context, number);
    const owner = await this.#principals.user(context, item.principalId);
    const member = { id: item.principalId, teamId: null, isActive: true, version: owner?.version ?? 1 };
    await putMember(sql, context, member);
    await tenantStore.changeState(this.#database.control, context, item.tenantId, ['provisioning'], 'active');
    await this.#publish(context, item.tenantId);
  }

  async #publish(context: CallContext, tenantId: string): Promise<void> {
    const tenant = await this.#principals.tenant(context, tenantId);
    if (tenant) {
      await this.#publisher.publish(context, tenant.number, { tenant });
    }
  }

  async #require(context: CallContext, tenantId: string): Promise<Tenant> {
    const tenant = await tenantStore.find(this.#database.control, context, tenantId);
    if (!tenant) {
      throw new AppError('not_found', `There is no tenant ${tenantId}.`);
    }
    return tenant;
  }

  async #requirePlan(sql: Sql, context: CallContext, plan: string): Promise<void> {
    const codes = await tenantStore.planCodes(sql, context);
    if (!codes.includes(plan)) {
      throw validationFailed({ plan: [`There is no plan ${plan}; the plans are ${codes.join(', ')}.`] });
    }
  }
}

/** Makes the cells of this installation known; a name that is known already is left alone. */
export async function ensureCells(sql: Sql, context: CallContext, names: readonly string[]): Promise<void> {
  await tenantStore.putCells(sql, context, names);
}
