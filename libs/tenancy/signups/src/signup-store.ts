import { entitlements, shownState, subscribedTenant } from '@rapport/admission';
import { advisoryLocks, erased, type Sql, statement, type TenantTable, utcText } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';
import type { Waiting } from './signup-limits.ts';
import type { SignupSettings } from './signup-variables.ts';
import type { Signup } from './signup.ts';

export interface SignedUp {
  readonly tenantId: string;
  readonly ownerId: string;
}

export interface KeptSignup extends SignedUp {
  readonly fingerprint: Buffer;
  /** Null while no call has been answered. */
  readonly answer: Signup | null;
}

/** The statements of sign-ups, in control. */
export class SignupStore {
  readonly #settings: SignupSettings;

  constructor(settings: SignupSettings) {
    this.#settings = settings;
  }

  async find(context: CallContext, sql: Sql, key: string): Promise<KeptSignup | undefined> {
    const [row] = await sql.query<KeptSignup>(context, findByKey.with({ key }));
    return row;
  }

  /** It violates the key where another call has kept it meanwhile. */
  async keep(context: CallContext, sql: Sql, key: string, kept: Omit<KeptSignup, 'answer'>): Promise<void> {
    await sql.query(context, forgetOld.with({ key }));
    await sql.query(context, insertKey.with({ ...kept, key }));
  }

  async show(context: CallContext, sql: Sql, signedUp: SignedUp): Promise<Signup> {
    const [row] = await sql.query<Omit<Signup, 'owner'> & { email: string }>(context, showSignup.with(signedUp));
    if (!row) {
      throw new Error('A tenant that signed up is not there.');
    }
    const { email, ...shown } = row;
    return { ...shown, owner: { userId: signedUp.ownerId, email } };
  }

  /** The first answer that is kept under the key, which is this one unless another call was answered before. */
  async keepAnswer(context: CallContext, sql: Sql, key: string, answer: Signup): Promise<Signup> {
    const [row] = await sql.query<{ answer: Signup }>(
      context,
      keepAnswer.with({ key, answer: JSON.stringify(answer) }),
    );
    return row?.answer ?? answer;
  }

  /** Sign-ups of one network come one after the other from here to the end of the transaction. */
  async holdNetwork(context: CallContext, sql: Sql, network: string): Promise<void> {
    await sql.query(context, holdNetwork.with({ network }));
  }

  /** Counted up to the numbers that may be. */
  async waiting(context: CallContext, sql: Sql, network: string): Promise<Waiting> {
    const { UNVERIFIED_TENANTS_MAX: waitingMax, UNVERIFIED_TENANTS_PER_NETWORK_MAX: ofNetworkMax } = this.#settings;
    const [row] = await sql.query<Waiting>(context, countWaiting.with({ waitingMax, network, ofNetworkMax }));
    return row ?? { count: 0, waitMs: 0, ofNetwork: 0, networkWaitMs: 0 };
  }

  /** The ids behind `after` of tenants without a verified owner that signed up since then and can be cancelled. */
  async cancellable(context: CallContext, sql: Sql, sinceUtc: string, after: string, limit: number): Promise<string[]> {
    const rows = await sql.query<{ id: string }>(context, listCancellable.with({ sinceUtc, after, limit }));
    return rows.map(({ id }) => id);
  }
}

export const signupTables: readonly TenantTable[] = [erased('control.signup_key')];

const isKept = `created_on > clock_timestamp() - interval '${lives.idempotencyKey}'`;

const findByKey = statement(
  'signup_find',
  `select tenant_id as "tenantId", owner_id as "ownerId", fingerprint, answer
from control.signup_key where key = :key and ${isKept}`,
);

// Each sign-up with a key removes some of those that are too old, and the one of its own key. Two transactions never wait for each other here.
const forgetOld = statement(
  'signup_forget_old',
  `delete from control.signup_key where key = :key and not (${isKept}) or key in (
  select key from control.signup_key where not (${isKept}) order by created_on limit 20 for update skip locked)`,
);

// The second of two calls with one key waits until the first commits, and then violates the key.
const insertKey = statement(
  'signup_keep',
  `insert into control.signup_key (key, fingerprint, tenant_id, owner_id) values (:key, :fingerprint, :tenantId, :ownerId)`,
);

const keepAnswer = statement(
  'signup_keep_answer',
  `update control.signup_key set answer = coalesce(answer, :answer) where key = :key returning answer`,
);

// The snapshots of the statements behind it are younger than the sign-up before.
const holdNetwork = statement(
  'signup_hold_network',
  `select pg_advisory_xact_lock(${advisoryLocks.signupNetwork}, hashtext(:network))`,
);

const showSignup = statement(
  'signup_show',
  `select tenant.id as "tenantId", ${shownState} as state, subscription.plan_code as "planCode",
  ${utcText('subscription.trial_ends')} as "trialEndsOnUtc", (${entitlements} ->> 'publicApi')::boolean as "publicApi",
  (select email from control.membership where tenant_id = tenant.id and membership.id = :ownerId) as email
from ${subscribedTenant} where tenant.id = :tenantId`,
);

const waiting = `from control.tenant join control.subscription on subscription.tenant_id = tenant.id
    where tenant.verify_by is not null and not tenant.is_unverified and tenant.state <> 'suspended'
      and subscription.status not in ('unpaid', 'ended')`;
const firstMs = 'coalesce(extract(epoch from min(verify_by) - clock_timestamp()) * 1000, 0)::float8';

// It reads no more than it counts, and what was cancelled within its week.
const countWaiting = statement(
  'signup_waiting',
  `select everywhere.count, everywhere.ms as "waitMs", near.count as "ofNetwork", near.ms as "networkWaitMs"
from (select count(*)::int, ${firstMs} as ms from (
    select tenant.verify_by ${waiting} order by tenant.verify_by limit :waitingMax) counted) everywhere,
  (select count(*)::int, ${firstMs} as ms from (
    select tenant.verify_by ${waiting} and tenant.signup_network = :network order by tenant.verify_by limit :ofNetworkMax) counted) near`,
);

// It goes along its index. A tenant that is being made cannot be cancelled.
const listCancellable = statement(
  'signup_cancellable',
  `select tenant.id from control.tenant join control.subscription on subscription.tenant_id = tenant.id
where tenant.verify_by is not null and tenant.created_on >= :sinceUtc::timestamptz and tenant.id > :after::uuid
  and tenant.state in ('active', 'suspended') and subscription.status <> 'ended'
order by tenant.id limit :limit`,
);
