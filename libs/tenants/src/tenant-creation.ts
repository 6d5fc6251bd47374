import { times } from '@rapport/config';
import { createTenantSchema, dropTenantSchema, isUniqueViolation, type Database } from '@rapport/database';
import {
  audit,
  newLogin,
  type CellWork,
  type CellWorkItem,
  type CreatedUser,
  type Login,
  type OperatorContext,
  type PeopleService,
  type PrincipalStore,
} from '@rapport/identity';
import { AppError, newId, serviceUnavailable, type CallContext } from '@rapport/kernel';
import { hasOtherMembers, putMember } from '@rapport/records';
import { tenantCreationStore, type BegunCreation, type CreationKey } from './tenant-creation-store.ts';
import type { TenantService } from './tenant-service.ts';
import { tenantStore } from './tenant-store.ts';
import type { NewTenant } from './tenant.ts';

export interface CreatedTenant {
  readonly tenantId: string;
  readonly schema: string;
  readonly owner: CreatedUser;
}

export interface TenantCreationParts {
  readonly database: Database;
  readonly people: PeopleService;
  readonly cellWork: CellWork;
  readonly principals: PrincipalStore;
  readonly tenants: TenantService;
}

/**
 * Makes tenants: control first, then the schema in the cell, then the tenant is active. What a failure leaves undone is finished where the
 * caller named an Idempotency-Key, under which the call may be repeated. Without one it is taken back.
 */
export class TenantCreation {
  readonly #parts: TenantCreationParts;
  #nextLogin: Promise<Login> | undefined;

  constructor(parts: TenantCreationParts) {
    this.#parts = parts;
    parts.cellWork.register('tenant', (context, item) => this.#provision(context, item));
  }

  async create(
    context: OperatorContext,
    input: NewTenant,
    key?: CreationKey,
  ): Promise<{ created: CreatedTenant; isRepeated: boolean }> {
    const login = await this.#takeLogin();
    const { control } = this.#parts.database;
    const begun = key && (await tenantCreationStore.find(control, context, context.operator, key.key));
    if (begun) {
      return { created: await this.#repeat(context, begun, key, login), isRepeated: true };
    }
    const { tenantId, owner, workId } = await this.#begin(context, input, key, login);
    const created = await this.#finish(context, tenantId, workId, key, async () => owner);
    return { created, isRepeated: false };
  }

  /** Takes back the creations without a key whose caller was never answered, and what is left of them in the cells. */
  async cleanUp(context: CallContext): Promise<void> {
    const { database } = this.#parts;
    for (const tenantId of await tenantCreationStore.unanswered(database.control, context)) {
      await this.#undo(context, tenantId);
    }
    for (;;) {
      const abandoned = await tenantCreationStore.nextAbandoned(database.control, context, times.tenantAbandonedMs);
      if (!abandoned) {
        return;
      }
      const { number, cell, ownerId } = abandoned;
      if (!(await hasOtherMembers(context, database.tenant({ id: ownerId, number, cell }), ownerId))) {
        await dropTenantSchema(context, database.cell(cell), number);
      }
      await tenantCreationStore.forgetAbandoned(database.control, context, number);
    }
  }

  async #begin(
    context: OperatorContext,
    input: NewTenant,
    key: CreationKey | undefined,
    login: Login,
  ): Promise<{ tenantId: string; owner: CreatedUser; workId: string }> {
    const { database, tenants } = this.#parts;
    const tenantId = newId();
    try {
      return await database.control.transaction(context, async (sql) => {
        await tenants.requirePlan(sql, context, input.plan);
        requireCell(await tenantStore.insert(sql, context, tenantId, input));
        const founder = { email: input.ownerEmail, name: input.ownerEmail, login };
        const owner = await this.#parts.people.found(sql, context, tenantId, founder);
        await audit(sql, context, tenantId, 'tenant.created', tenantId, { plan: input.plan });
        const workId = await this.#parts.cellWork.add(sql, context, tenantId, 'tenant', owner.userId);
        const passwordHash = owner.password === null ? null : login.passwordHash;
        const creation = { tenantId, ownerId: owner.userId, workId, passwordHash, operator: context.operator, key };
        await tenantCreationStore.insert(sql, context, creation, times.tenantCreationMs);
        return { tenantId, owner, workId };
      });
    } catch (error) {
      throw isUniqueViolation(error, 'tenant_creation_key') ? inProgress(error) : error;
    }
  }

  /** The password is not kept, so the owner gets another one, as long as the first was not changed. */
  async #repeat(
    context: OperatorContext,
    begun: BegunCreation,
    key: CreationKey,
    login: Login,
  ): Promise<CreatedTenant> {
    const { tenantId, workId, ownerId, ownerEmail, fingerprint } = begun;
    const { control } = this.#parts.database;
    if (!fingerprint.equals(key.fingerprint)) {
      throw new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request within the last 24 hours; send this one with a key of its own.',
      );
    }
    if (!(await tenantCreationStore.hold(control, context, tenantId, times.tenantCreationMs))) {
      throw inProgress();
    }
    return this.#finish(context, tenantId, workId, key, () =>
      control.transaction(context, async (sql) => {
        const isChanged = await tenantCreationStore.changePassword(sql, context, tenantId, login.passwordHash);
        await audit(sql, context, tenantId, 'tenant.creation_repeated', ownerId, { isPasswordNew: isChanged });
        return { userId: ownerId, email: ownerEmail, password: isChanged ? login.password : null };
      }),
    );
  }

  async #finish(
    context: OperatorContext,
    tenantId: string,
    workId: string,
    key: CreationKey | undefined,
    ownerOf: () => Promise<CreatedUser>,
  ): Promise<CreatedTenant> {
    const { database, cellWork, tenants } = this.#parts;
    try {
      await cellWork.complete(context, workId);
      const { schema } = await tenants.require(context, tenantId);
      const owner = await ownerOf();
      await (key
        ? tenantCreationStore.release(database.control, context, tenantId)
        : tenantCreationStore.forget(database.control, context, tenantId));
      return { tenantId, schema, owner };
    } catch (error) {
      await this.#giveUp(context, tenantId, key).catch(() => undefined);
      throw error;
    }
  }

  /** What cannot be done now, `cleanUp` does, or the end of the hold. */
  async #giveUp(context: OperatorContext, tenantId: string, key: CreationKey | undefined): Promise<void> {
    if (key) {
      await tenantCreationStore.release(this.#parts.database.control, context, tenantId);
    } else {
      await this.#undo(context, tenantId);
    }
  }

  async #undo(context: CallContext, tenantId: string): Promise<void> {
    await this.#parts.database.control.transaction(context, async (sql) => {
      if (await tenantCreationStore.undo(sql, context, tenantId, times.tenantAbandonedMs)) {
        await audit(sql, { ...context, operator: 'platform' }, tenantId, 'tenant.creation_undone', tenantId);
      }
    });
  }

  async #provision(context: CallContext, item: CellWorkItem): Promise<void> {
    const { database, principals, tenants } = this.#parts;
    const { number, cell } = await tenants.require(context, item.tenantId);
    const sql = database.tenant({ id: item.tenantId, number, cell });
    if (await hasOtherMembers(context, sql, item.principalId)) {
      throw serviceUnavailable(
        'The number of the new tenant belongs to one that control does not know; see the runbook for a control that was restored.',
        60,
      );
    }
    await createTenantSchema(context, database.cell(cell), number);
    const owner = await principals.user(context, item.principalId);
    const member = { id: item.principalId, teamId: null, isActive: true, version: owner?.version ?? 1 };
    await putMember(context, sql, member);
    await tenantStore.changeState(database.control, context, item.tenantId, ['provisioning'], 'active');
    await tenants.publish(context, item.tenantId);
  }

  /** The hash of a login takes longer than all the rest, so the next tenant's is made while this one's schema is. */
  #takeLogin(): Promise<Login> {
    const login = this.#nextLogin ?? newLogin();
    this.#nextLogin = login.then(newLogin, newLogin);
    this.#nextLogin.catch(() => undefined);
    return login;
  }
}

function requireCell(place: { cell: string } | undefined): void {
  if (!place) {
    throw serviceUnavailable('No cell takes new tenants; add one.', 60);
  }
}

function inProgress(cause?: unknown): AppError {
  return new AppError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still under way; repeat this one with the same key.',
    { headers: { 'retry-after': '1' }, cause },
  );
}
