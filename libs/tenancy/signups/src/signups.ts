import { setTimeout as delay } from 'node:timers/promises';
import { audit, type ChangeContext } from '@rapport/audit';
import { isUniqueViolation, type Database, type Sql } from '@rapport/database';
import { idempotencyKeyReused, newId, validationFailed, type CallContext } from '@rapport/kernel';
import type { NewSignup } from '@rapport/kinds';
import { passwordProblems, type Passwords, type UserCreation, type Verifications } from '@rapport/people';
import type { Plans } from '@rapport/subscriptions';
import type { TenantBirth } from '@rapport/tenants';
import type { SignupKeys } from './signup-keys.ts';
import type { SignupLimits } from './signup-limits.ts';
import type { SignupMetrics } from './signup-metrics.ts';
import type { KeptSignup, SignedUp, SignupStore } from './signup-store.ts';
import type { Signup, SignupCaller } from './signup.ts';

/**
 * Signs companies up. A request is looked at in this order: whether it was made before, whether it is good, whether its key
 * is free, whether the password finds a place to be hashed, and the limits. So one that is refused costs no hash, and a
 * repeated one no limit and is answered as it was.
 */
export class Signups {
  readonly #database: Database;
  readonly #store: SignupStore;
  readonly #keys: SignupKeys;
  readonly #limits: SignupLimits;
  readonly #metrics: SignupMetrics;
  readonly #plans: Plans;
  readonly #passwords: Passwords;
  readonly #people: UserCreation;
  readonly #verifications: Verifications;
  readonly #birth: TenantBirth;
  readonly #underWay = new Map<string, Promise<unknown>>();

  constructor(
    database: Database,
    store: SignupStore,
    keys: SignupKeys,
    limits: SignupLimits,
    metrics: SignupMetrics,
    plans: Plans,
    passwords: Passwords,
    people: UserCreation,
    verifications: Verifications,
    birth: TenantBirth,
  ) {
    this.#database = database;
    this.#store = store;
    this.#keys = keys;
    this.#limits = limits;
    this.#metrics = metrics;
    this.#plans = plans;
    this.#passwords = passwords;
    this.#people = people;
    this.#verifications = verifications;
    this.#birth = birth;
  }

  /** Makes the tenant, which is still provisioning where that takes longer than a moment. */
  async signUp(
    context: CallContext,
    input: NewSignup,
    caller: SignupCaller,
  ): Promise<{ signup: Signup; isRepeated: boolean }> {
    const { key, address } = caller;
    const kept = key && { key: key.key, fingerprint: this.#keys.ofRequest(key.fingerprint) };
    const before = kept && (await this.#store.find(context, this.#database.control, kept.key));
    if (before && before.fingerprint.equals(kept.fingerprint)) {
      return { signup: await this.#answer(context, kept, before), isRepeated: true };
    }
    await this.#requireGood(context, input);
    if (before) {
      throw idempotencyKeyReused();
    }
    const made = kept ? await this.#makeOnce(context, input, address, kept) : await this.#make(context, input, address);
    if (!made) {
      return { signup: await this.#answer(context, kept, await this.#madeMeanwhile(context, kept)), isRepeated: true };
    }
    this.#metrics.countMade();
    // A step that fails is tried again later; its failure is kept for operators.
    const steps = this.#birth.proceed(context, made.workId).catch(() => undefined);
    return { signup: await this.#answer(context, kept, made, steps), isRepeated: false };
  }

  /**
   * Calls of one key come one after the other in a process, so that a repeat neither hashes nor counts while the first is
   * under way. Undefined where another call has made the tenant.
   */
  async #makeOnce(
    context: CallContext,
    input: NewSignup,
    address: string,
    kept: KeptKey,
  ): Promise<BegunSignup | undefined> {
    for (let ahead = this.#underWay.get(kept.key); ahead; ahead = this.#underWay.get(kept.key)) {
      await ahead.catch(() => undefined);
    }
    const making = (async () =>
      (await this.#keptUnder(context, kept)) ? undefined : this.#make(context, input, address, kept))();
    this.#underWay.set(kept.key, making);
    try {
      return await making;
    } finally {
      this.#underWay.delete(kept.key);
    }
  }

  /** Undefined where another process has made the tenant under the same key meanwhile. */
  async #make(
    context: CallContext,
    input: NewSignup,
    address: string,
    kept?: KeptKey,
  ): Promise<BegunSignup | undefined> {
    const { password, ...company } = input;
    const email = company.ownerEmail;
    const hasher = { address, email };
    this.#passwords.requireRoom(hasher);
    const giveBack = await this.#limits.take(context, { address, email });
    try {
      const network = this.#keys.ofNetwork(address);
      await this.#requireRoom(context, this.#database.control, network);
      const passwordHash = await this.#passwords.hash(context, hasher, password);
      return await this.#write(context, company, { network, passwordHash }, kept);
    } catch (error) {
      await giveBack();
      if (isUniqueViolation(error, 'signup_key_pkey')) {
        return undefined;
      }
      throw error;
    }
  }

  async #requireRoom(context: CallContext, sql: Sql, network: string): Promise<void> {
    this.#limits.requireRoom(await this.#store.waiting(context, sql, network));
  }

  /** Of sign-ups that come from one network at once each finds those before it. */
  async #write(
    context: CallContext,
    { ownerEmail: email, ownerName: name, ...company }: Omit<NewSignup, 'password'>,
    { network, passwordHash }: { readonly network: string; readonly passwordHash: string },
    kept: KeptKey | undefined,
  ): Promise<BegunSignup> {
    const ownerId = newId();
    const change: ChangeContext = { trace: context.trace, actor: { kind: 'user', name: ownerId } };
    return this.#database.control.transaction(context, async (sql) => {
      await this.#store.holdNetwork(context, sql, network);
      await this.#requireRoom(context, sql, network);
      const tenant = { ...company, signupNetwork: network, billing, isSignup: true, ...withoutLimits } as const;
      const { tenantId, workId } = await this.#birth.begin(change, sql, tenant, async (id) => {
        await audit(change, sql, id, 'tenant.signedUp', id, { planCode: company.planCode });
        await this.#people.signUpOwner(change, sql, id, { id: ownerId, email, name, passwordHash });
        await this.#verifications.send(change, sql, { tenantId: id, userId: ownerId, email });
        return { userId: ownerId };
      });
      if (kept) {
        await this.#store.keep(context, sql, kept.key, { fingerprint: kept.fingerprint, tenantId, ownerId });
      }
      return { tenantId, ownerId, workId };
    });
  }

  /** Throws 400 with everything that is wrong with it. */
  async #requireGood(context: CallContext, input: NewSignup): Promise<void> {
    const { password, ownerEmail: email, organisationName, planCode } = input;
    const problems = passwordProblems(password, { email, organisationNames: [organisationName] });
    const offered = (await this.#plans.offered(context)).map(({ code }) => code);
    const errors = {
      ...(problems.length > 0 ? { password: problems } : {}),
      ...(offered.includes(planCode)
        ? {}
        : { planCode: [`There is no plan ${planCode} to sign up for; the plans are ${offered.join(', ')}.`] }),
    };
    if (Object.keys(errors).length > 0) {
      throw validationFailed(errors);
    }
  }

  async #keptUnder(context: CallContext, { key, fingerprint }: KeptKey): Promise<KeptSignup | undefined> {
    const before = await this.#store.find(context, this.#database.control, key);
    if (before && !before.fingerprint.equals(fingerprint)) {
      throw idempotencyKeyReused();
    }
    return before;
  }

  async #madeMeanwhile(context: CallContext, kept: KeptKey | undefined): Promise<KeptSignup> {
    const made = kept && (await this.#keptUnder(context, kept));
    if (!made) {
      throw new Error('A key that is taken was not found.');
    }
    return made;
  }

  /**
   * The first answer under the key: the sign-up once its tenant works, or after some time as it is. `steps` ends when this
   * process has done what it can.
   */
  async #answer(
    context: CallContext,
    kept: KeptKey | undefined,
    signedUp: SignedUp & Partial<Pick<KeptSignup, 'answer'>>,
    steps?: Promise<void>,
  ): Promise<Signup> {
    if (signedUp.answer) {
      return signedUp.answer;
    }
    const until = performance.now() + patienceMs;
    await Promise.race([steps, delay(patienceMs)]);
    for (;;) {
      const signup = await this.#store.show(context, this.#database.control, signedUp);
      if (signup.state !== 'provisioning' || performance.now() >= until) {
        return kept ? this.#store.keepAnswer(context, this.#database.control, kept.key, signup) : signup;
      }
      await delay(pollMs);
    }
  }
}

type BegunSignup = SignedUp & { readonly workId: string };

interface KeptKey {
  readonly key: string;
  readonly fingerprint: Buffer;
}

/** A sign-up is invoiced so. */
const billing = 'manual';
const withoutLimits = { requestsPerMinute: null, tokenRequestsPerMinute: null };
const patienceMs = 3_000;
const pollMs = 100;
