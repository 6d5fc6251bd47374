import { audit, type ChangeActor, type ChangeContext } from '@rapport/audit';
import { times } from '@rapport/config';
import { dropTenantSchema, isUniqueViolation, type Database } from '@rapport/database';
import { AppError, idempotencyKeyReused, type CallContext } from '@rapport/kernel';
import {
  newLogin,
  type CreatedUser,
  type Login,
  type PasswordEnding,
  type Passwords,
  type UserCreation,
} from '@rapport/people';
import { hasOtherMembers } from '@rapport/records';
import type { Plans } from '@rapport/subscriptions';
import { loop, type Background, type Telemetry } from '@rapport/telemetry';
import type { BegunTenant, TenantBirth } from './tenant-birth.ts';
import type { AbandonedSchema, BegunCreation, CreationKey, TenantCreationStore } from './tenant-creation-store.ts';
import type { TenantService } from './tenant-service.ts';
import type { OperatorsTenant } from './tenant.ts';

export interface CreatedTenant {
  readonly tenantId: string;
  readonly schema: string;
  readonly owner: CreatedUser;
}

const takingBack = loop('take back creations', 'Takes back tenants that were not made whole.', 'CreationsNotTakenBack');

/**
 * Makes tenants for operators. A caller that named an Idempotency-Key may repeat a call that failed, and the creation is
 * finished. A failed creation without a key is taken back.
 */
export class TenantCreation {
  static readonly loops = [takingBack];
  readonly #database: Database;
  readonly #creations: TenantCreationStore;
  readonly #people: UserCreation;
  readonly #birth: TenantBirth;
  readonly #tenants: TenantService;
  readonly #passwords: Passwords;
  readonly #ending: PasswordEnding;
  readonly #plans: Plans;
  readonly #telemetry: Telemetry;
  readonly #countFailed: () => void;
  #nextLogin: Promise<Login> | undefined;

  constructor(
    database: Database,
    creations: TenantCreationStore,
    people: UserCreation,
    birth: TenantBirth,
    tenants: TenantService,
    passwords: Passwords,
    ending: PasswordEnding,
    plans: Plans,
    telemetry: Telemetry,
  ) {
    this.#database = database;
    this.#creations = creations;
    this.#people = people;
    this.#birth = birth;
    this.#tenants = tenants;
    this.#passwords = passwords;
    this.#ending = ending;
    this.#plans = plans;
    this.#telemetry = telemetry;
    const failed = telemetry.metrics.counter({
      name: 'tenant_creations_not_taken_back_total',
      help: 'Tries to take back a creation whose caller got no answer, or to remove its schema, that failed.',
    });
    this.#countFailed = () => failed.inc();
  }

  async create(
    context: ChangeContext,
    input: OperatorsTenant,
    key?: CreationKey,
  ): Promise<{ created: CreatedTenant; isRepeated: boolean }> {
    const login = await this.#takeLogin(context);
    const { control } = this.#database;
    const begun = key && (await this.#creations.find(context, control, context.actor.name, key.key));
    if (begun) {
      return { created: await this.#repeat(context, begun, key, login), isRepeated: true };
    }
    const { tenantId, owner, workId } = await this.#begin(context, input, key, login);
    const created = await this.#finish(context, tenantId, workId, key, async () => owner);
    return { created, isRepeated: false };
  }

  start(background: Background): void {
    background.repeat(takingBack, (context) => this.cleanUp(context), cleanUpEveryMs, { isPoll: true });
  }

  /** Takes back creations without a key whose caller got no answer, and removes their schemas from the cells. */
  async cleanUp(context: CallContext): Promise<void> {
    for (const tenantId of await this.#creations.unanswered(context, this.#database.control)) {
      await this.#alone({ tenantId }, (traced) => this.#undo(traced, tenantId));
    }
    for (;;) {
      const abandoned = await this.#creations.nextAbandoned(context, this.#database.control, times.tenantAbandonedMs);
      if (!abandoned) {
        return;
      }
      await this.#alone(abandoned, (traced) => this.#removeSchema(traced, abandoned));
    }
  }

  /** Work that fails keeps none of the rest from being done, and is tried again later. */
  #alone(what: object, work: (context: CallContext) => Promise<void>): Promise<void> {
    return this.#telemetry.inBackground('take back a creation', async (traced) => {
      try {
        await work(traced);
      } catch (error) {
        this.#countFailed();
        const { traceId } = traced.trace;
        this.#telemetry.logger.error({ traceId, ...what, error }, 'a creation could not be taken back');
      }
    });
  }

  async #removeSchema(context: CallContext, { number, cell, ownerId }: AbandonedSchema): Promise<void> {
    if (!(await hasOtherMembers(context, this.#database.tenant({ number, cell }), ownerId))) {
      await dropTenantSchema(context, this.#database.cell(cell), number);
    }
    await this.#creations.forgetAbandoned(context, this.#database.control, number);
  }

  async #begin(
    context: ChangeContext,
    input: OperatorsTenant,
    key: CreationKey | undefined,
    login: Login,
  ): Promise<BegunTenant<CreatedUser>> {
    await this.#plans.require(context, input.planCode);
    try {
      return await this.#database.control.transaction(context, async (sql) => {
        const newOwner = { email: input.ownerEmail, name: input.ownerEmail, login };
        const begun = await this.#birth.begin(context, sql, input, (tenantId) =>
          this.#people.createOwner(context, sql, tenantId, newOwner),
        );
        const { tenantId, owner, workId } = begun;
        await audit(context, sql, tenantId, 'tenant.created', tenantId, { planCode: input.planCode });
        const passwordHash = owner.password === null ? null : login.passwordHash;
        const creation = { tenantId, ownerId: owner.userId, workId, passwordHash, operator: context.actor.name, key };
        await this.#creations.insert(context, sql, creation, times.tenantCreationMs);
        return begun;
      });
    } catch (error) {
      throw isUniqueViolation(error, 'tenant_creation_key') ? inProgress(error) : error;
    }
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
        const details = { isRepeated: true, isPasswordNew: identityId !== undefined };
        await audit(context, sql, tenantId, 'tenant.created', tenantId, details);
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
      await this.#birth.proceed(context, workId);
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
        const by = { ...context, actor: platform };
        await audit(by, sql, tenantId, 'tenant.deleted', tenantId, { isUndone: true });
        await this.#birth.takeBack(by, sql, tenantId);
      }
    });
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

const cleanUpEveryMs = 2_000;
const platform: ChangeActor = { kind: 'system', name: 'platform' };
