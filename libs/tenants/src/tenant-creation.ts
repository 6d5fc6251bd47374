import { audit, type ChangeActor, type ChangeContext } from '@rapport/audit';
import { times } from '@rapport/config';
import { createTenantSchema, dropTenantSchema, isUniqueViolation, type Database, type Sql } from '@rapport/database';
import {
  AppError,
  idempotencyKeyReused,
  newId,
  serviceUnavailable,
  validationFailed,
  type CallContext,
} from '@rapport/kernel';
import {
  newLogin,
  type CreatedUser,
  type JoinedUser,
  type Login,
  type PasswordEnding,
  type Passwords,
  type UserCreation,
} from '@rapport/people';
import { hasOtherMembers, putMember } from '@rapport/records';
import type { CellWork, CellWorkItem } from '@rapport/sagas';
import type { BegunCreation, CreationKey, TenantCreationStore } from './tenant-creation-store.ts';
import type { TenantService } from './tenant-service.ts';
import type { TenantStore } from './tenant-store.ts';
import type { NewTenant } from './tenant.ts';

export interface CreatedTenant {
  readonly tenantId: string;
  readonly schema: string;
  readonly owner: CreatedUser;
}

/**
 * Makes tenants: first in control, then the schema in the cell, then the tenant becomes active. A caller that named an
 * Idempotency-Key may repeat a call that failed, and the creation is finished. A failed creation without a key is taken
 * back.
 */
export class TenantCreation {
  readonly #database: Database;
  readonly #store: TenantStore;
  readonly #creations: TenantCreationStore;
  readonly #people: UserCreation;
  readonly #cellWork: CellWork;
  readonly #tenants: TenantService;
  readonly #passwords: Passwords;
  readonly #ending: PasswordEnding;
  #nextLogin: Promise<Login> | undefined;

  constructor(
    database: Database,
    store: TenantStore,
    creations: TenantCreationStore,
    people: UserCreation,
    cellWork: CellWork,
    tenants: TenantService,
    passwords: Passwords,
    ending: PasswordEnding,
  ) {
    this.#database = database;
    this.#store = store;
    this.#creations = creations;
    this.#people = people;
    this.#cellWork = cellWork;
    this.#tenants = tenants;
    this.#passwords = passwords;
    this.#ending = ending;
    this.#cellWork.register('tenant', {
      steps: {
        schema: (step, item) => this.#makeSchema(step, item),
        owner: (step, item) => this.#bringOwner(step, item),
        activation: (step, item) => this.#tenants.activate(step, item.tenantId),
      },
      onRest: (step, sql, item) => this.#tenants.failProvisioning(step, sql, item.tenantId),
    });
  }

  async create(
    context: ChangeContext,
    input: NewTenant,
    key?: CreationKey,
  ): Promise<{ created: CreatedTenant; isRepeated: boolean }> {
    const login = await this.#takeLogin(context);
    const { control } = this.#database;
    const begun = key && (await this.#creations.find(context, control, context.actor.name, key.key));
    if (begun) {
      return { created: await this.#repeat(context, begun, key, login), isRepeated: true };
    }
    const { tenantId, owner, workId } = await this.#begin(context, input, key, login);
    const created = await this.#finish(context, tenantId, workId, key, async () => {
      await this.#ending.publish(context, owner.touched);
      return owner.created;
    });
    return { created, isRepeated: false };
  }

  /** Takes back creations without a key whose caller got no answer, and removes their schemas from the cells. */
  async cleanUp(context: CallContext): Promise<void> {
    for (const tenantId of await this.#creations.unanswered(context, this.#database.control)) {
      await this.#undo(context, tenantId);
    }
    for (;;) {
      const abandoned = await this.#creations.nextAbandoned(context, this.#database.control, times.tenantAbandonedMs);
      if (!abandoned) {
        return;
      }
      const { number, cell, ownerId } = abandoned;
      if (!(await hasOtherMembers(context, this.#database.tenant({ number, cell }), ownerId))) {
        await dropTenantSchema(context, this.#database.cell(cell), number);
      }
      await this.#creations.forgetAbandoned(context, this.#database.control, number);
    }
  }

  /** Lets a provisioning that failed go on at its step. One that is under way already stays as it is. */
  async retry(context: ChangeContext, tenantId: string): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      if (await this.#tenants.beginProvisioningAgain(context, sql, tenantId)) {
        await this.#cellWork.retry(context, sql, tenantId);
      }
    });
  }

  async #begin(
    context: ChangeContext,
    input: NewTenant,
    key: CreationKey | undefined,
    login: Login,
  ): Promise<{ tenantId: string; owner: JoinedUser; workId: string }> {
    const tenantId = newId();
    try {
      return await this.#database.control.transaction(context, async (sql) => {
        await this.#tenants.requirePlan(context, sql, input.planCode, 'planCode');
        if (!(await this.#store.insert(context, sql, tenantId, input))) {
          throw await this.#whyNoCell(context, sql, input.cell);
        }
        const newOwner = { email: input.ownerEmail, name: input.ownerEmail, login };
        const owner = await this.#people.createOwner(context, sql, tenantId, newOwner);
        await audit(context, sql, tenantId, 'tenant.created', tenantId, { planCode: input.planCode });
        const workId = await this.#cellWork.add(context, sql, tenantId, 'tenant', owner.created.userId);
        const { userId: ownerId, password } = owner.created;
        const passwordHash = password === null ? null : login.passwordHash;
        const creation = { tenantId, ownerId, workId, passwordHash, operator: context.actor.name, key };
        await this.#creations.insert(context, sql, creation, times.tenantCreationMs);
        return { tenantId, owner, workId };
      });
    } catch (error) {
      throw isUniqueViolation(error, 'tenant_creation_key') ? inProgress(error) : error;
    }
  }

  async #whyNoCell(context: CallContext, sql: Sql, named: string | undefined): Promise<AppError> {
    const open = await this.#store.openCells(context, sql);
    return named === undefined || open.length === 0
      ? serviceUnavailable('No cell takes new tenants; add one.', 60)
      : validationFailed({ cell: [`No cell ${named} takes new tenants; those that do are ${open.join(', ')}.`] });
  }

  /**
   * Control keeps no password, so the owner gets another one, unless the owner has changed the first. What the first
   * one opened ends.
   */
  async #repeat(context: ChangeContext, begun: BegunCreation, key: CreationKey, login: Login): Promise<CreatedTenant> {
    const { tenantId, workId, ownerId, ownerEmail, fingerprint } = begun;
    const { control } = this.#database;
    if (!fingerprint.equals(key.fingerprint)) {
      throw idempotencyKeyReused();
    }
    if (!(await this.#creations.hold(context, control, tenantId, times.tenantCreationMs))) {
      throw inProgress();
    }
    return this.#finish(context, tenantId, workId, key, async () => {
      const touched = await control.transaction(context, async (sql) => {
        const identityId = await this.#creations.changePassword(context, sql, tenantId, login.passwordHash);
        const details = { isPasswordNew: identityId !== undefined };
        await audit(context, sql, tenantId, 'tenant.creation_repeated', ownerId, details);
        return identityId === undefined ? undefined : this.#ending.end(context, sql, identityId);
      });
      await this.#ending.publish(context, touched ?? []);
      return { userId: ownerId, email: ownerEmail, password: touched ? login.password : null };
    });
  }

  async #finish(
    context: ChangeContext,
    tenantId: string,
    workId: string,
    key: CreationKey | undefined,
    ownerOf: () => Promise<CreatedUser>,
  ): Promise<CreatedTenant> {
    try {
      await this.#cellWork.attempt(context, workId);
      const { schema } = await this.#tenants.require(context, tenantId);
      const owner = await ownerOf();
      await (key
        ? this.#creations.release(context, this.#database.control, tenantId)
        : this.#creations.forget(context, this.#database.control, tenantId));
      return { tenantId, schema, owner };
    } catch (error) {
      await this.#giveUp(context, tenantId, key).catch(() => undefined);
      throw error;
    }
  }

  /** If this fails, `cleanUp` takes the creation back later, or the hold of a creation with a key ends. */
  async #giveUp(context: ChangeContext, tenantId: string, key: CreationKey | undefined): Promise<void> {
    if (key) {
      await this.#creations.release(context, this.#database.control, tenantId);
    } else {
      await this.#undo(context, tenantId);
    }
  }

  async #undo(context: CallContext, tenantId: string): Promise<void> {
    await this.#database.control.transaction(context, async (sql) => {
      if (await this.#creations.undo(context, sql, tenantId, times.tenantAbandonedMs)) {
        await audit({ ...context, actor: platform }, sql, tenantId, 'tenant.creation_undone', tenantId);
      }
    });
  }

  async #makeSchema(context: CallContext, item: CellWorkItem): Promise<void> {
    const { number, cell } = await this.#tenants.require(context, item.tenantId);
    if (await hasOtherMembers(context, this.#database.tenant({ number, cell }), item.principalId)) {
      throw serviceUnavailable(
        'The number of the new tenant belongs to one that control does not know; see the runbook for a control that was restored.',
        60,
      );
    }
    await createTenantSchema(context, this.#database.cell(cell), number);
  }

  async #bringOwner(context: CallContext, item: CellWorkItem): Promise<void> {
    const { number, cell } = await this.#tenants.require(context, item.tenantId);
    const owner = await this.#creations.owner(context, this.#database.control, item.principalId);
    const member = { id: item.principalId, teamId: null, isActive: true, ...(owner ?? { name: '', version: 1 }) };
    await putMember(context, this.#database.tenant({ number, cell }), member);
  }

  /** The hash of a login takes longest, so the next tenant's login is made during this one's creation. */
  #takeLogin(context: CallContext): Promise<Login> {
    const make = () => newLogin(context, this.#passwords);
    const login = this.#nextLogin ?? make();
    this.#nextLogin = login.then(make, make);
    this.#nextLogin.catch(() => undefined);
    return login;
  }
}

function inProgress(cause?: unknown): AppError {
  return new AppError(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still under way; repeat this one with the same key.',
    { headers: { 'retry-after': '1' }, cause },
  );
}

const platform: ChangeActor = { kind: 'system', name: 'platform' };
