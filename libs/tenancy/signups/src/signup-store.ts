import { entitlements, shownState, subscribedTenant } from '@rapport/admission';
import { statement, utcText, type Sql } from '@rapport/database';
import { lives, type CallContext } from '@rapport/kernel';
import type { Signup } from './signup.ts';

export interface SignedUp {
  readonly tenantId: string;
  readonly ownerId: string;
}

export interface KeptSignup extends SignedUp {
  readonly fingerprint: Buffer;
}

/** The statements of sign-ups, in control. */
export class SignupStore {
  async find(context: CallContext, sql: Sql, key: string): Promise<KeptSignup | undefined> {
    const [row] = await sql.query<KeptSignup>(context, findByKey, [key]);
    return row;
  }

  /** It violates the key where another call has kept it meanwhile. */
  async keep(
    context: CallContext,
    sql: Sql,
    key: string,
    { tenantId, ownerId, fingerprint }: KeptSignup,
  ): Promise<void> {
    await sql.query(context, forgetOld, [key]);
    await sql.query(context, insertKey, [key, fingerprint, tenantId, ownerId]);
  }

  async show(context: CallContext, sql: Sql, { tenantId, ownerId }: SignedUp): Promise<Signup> {
    const [row] = await sql.query<Omit<Signup, 'owner'> & { email: string }>(context, showSignup, [tenantId, ownerId]);
    if (!row) {
      throw new Error('A tenant that signed up is not there.');
    }
    const { email, ...shown } = row;
    return { ...shown, owner: { userId: ownerId, email } };
  }

  /** The open tenants that are not verified, up to `max`, and how long the first of them stays so at most. */
  async unverified(context: CallContext, sql: Sql, max: number): Promise<{ count: number; waitMs: number }> {
    const [row] = await sql.query<{ count: number; waitMs: number }>(context, countUnverified, [max]);
    return row ?? { count: 0, waitMs: 0 };
  }
}

const isKept = `created_on > clock_timestamp() - interval '${lives.idempotencyKey}'`;

const findByKey = statement(
  'signup_find',
  `select tenant_id as "tenantId", owner_id as "ownerId", fingerprint from control.signup_key where key = $1 and ${isKept}`,
);

// Each sign-up with a key removes some of those that are too old, and the one of its own key. Two transactions never wait for each other here.
const forgetOld = statement(
  'signup_forget_old',
  `delete from control.signup_key where key = $1 and not (${isKept}) or key in (
  select key from control.signup_key where not (${isKept}) order by created_on limit 20 for update skip locked)`,
);

// The second of two calls with one key waits until the first commits, and then violates the key. $1 key $2 digest $3 tenant $4 owner
const insertKey = statement(
  'signup_keep',
  `insert into control.signup_key (key, fingerprint, tenant_id, owner_id) values ($1, $2, $3, $4)`,
);

// $1 tenant $2 owner
const showSignup = statement(
  'signup_show',
  `select tenant.id as "tenantId", ${shownState} as state, subscription.plan_code as "planCode",
  ${utcText('subscription.trial_ends')} as "trialEndsOnUtc", (${entitlements} ->> 'publicApi')::boolean as "publicApi",
  (select email from control.membership where tenant_id = tenant.id and membership.id = $2) as email
from ${subscribedTenant} where tenant.id = $1`,
);

// It reads no more than it counts. $1 at most
const countUnverified = statement(
  'signup_unverified',
  `select count(*)::int as count,
  coalesce(extract(epoch from min(verify_by) - clock_timestamp()) * 1000, 0)::float8 as "waitMs"
from (select tenant.verify_by from control.tenant join control.subscription on subscription.tenant_id = tenant.id
  where tenant.verify_by is not null and not tenant.is_unverified and tenant.state <> 'suspended'
    and subscription.status not in ('unpaid', 'ended')
  order by tenant.verify_by limit $1) waiting`,
);
