import { isFullWith, subscribedTenant } from '@rapport/admission';
import { type Database, erased, type Sql, statement, type TenantTable, utcText } from '@rapport/database';
import { AppError, keysOf, lives, type CallContext, type TenantRef } from '@rapport/kernel';
import type { LifecycleState } from '@rapport/kinds';
import { countedRecords } from './counted-records.ts';
import type { ChosenPlan, Subscription, Time } from './subscription.ts';
import { impossible } from './transitions.ts';

/** A subscription whose row the transaction holds, and PostgreSQL's time. */
export interface HeldSubscription {
  readonly subscription: Subscription;
  readonly now: Time;
}

interface FoundSubscription extends Omit<Subscription, 'periodEnds'> {
  readonly periodEnds: Time | null;
  readonly now: Time;
}

/** The last tenant before the next page of those of which something is due. */
export interface DueTenant {
  readonly dueOn: string;
  readonly tenantId: string;
}

export interface VerifiedOwner {
  readonly email: string;
}

/** The statements of subscriptions. */
export class SubscriptionStore {
  /** Holds both rows to the end of the transaction, so that changes of one tenant come one after the other. Undefined without the tenant. */
  async hold(context: CallContext, sql: Sql, tenantId: string): Promise<HeldSubscription | undefined> {
    await sql.query(context, hold.with({ tenantId }));
    return this.find(context, sql, tenantId);
  }

  /** Holds both rows if free; undefined where another process is at it. */
  async holdFree(context: CallContext, sql: Sql, tenantId: string): Promise<HeldSubscription | undefined> {
    const held = await sql.query(context, holdFree.with({ tenantId }));
    return held.length === 0 ? undefined : this.find(context, sql, tenantId);
  }

  async find(context: CallContext, sql: Sql, tenantId: string): Promise<HeldSubscription | undefined> {
    const [row] = await sql.query<FoundSubscription>(context, findSubscription.with({ tenantId }));
    if (!row) {
      return undefined;
    }
    const { now, periodEnds, ...subscription } = row;
    return { subscription: { ...subscription, periodEnds: periodEnds ?? Infinity }, now };
  }

  /** Why there is no subscription: the tenant is deleted, which is 409, or there is none, which is 404. */
  async whyMissing(context: CallContext, sql: Sql, tenantId: string): Promise<AppError> {
    const [tenant] = await sql.query<{ lifecycle: LifecycleState }>(context, findLifecycle.with({ tenantId }));
    return tenant
      ? impossible({ ...tenant, status: 'ended' }, 'operator')
      : new AppError('not_found', `There is no tenant ${tenantId}.`);
  }

  async save(context: CallContext, sql: Sql, subscription: Subscription): Promise<void> {
    const { plan, pendingPlan } = subscription;
    const codes = { planCode: plan.code, pendingPlanCode: pendingPlan?.code ?? null };
    await sql.query(context, saveSubscription.with({ ...subscription, ...codes }));
    await sql.query(context, saveTenant.with(subscription));
  }

  async plan(context: CallContext, sql: Sql, code: string): Promise<ChosenPlan | undefined> {
    const [row] = await sql.query<{ plan: ChosenPlan }>(context, findPlan.with({ code }));
    return row?.plan;
  }

  async verifiedOwners(context: CallContext, sql: Sql, tenantId: string): Promise<VerifiedOwner[]> {
    return sql.query<VerifiedOwner>(context, findOwners.with({ tenantId }));
  }

  /** The number of invoices that acts of owners have issued in a day, and when the first of them leaves it. */
  async ownersInvoices(context: CallContext, sql: Sql, tenantId: string): Promise<{ count: number; waitMs: number }> {
    const [row] = await sql.query<{ count: number; waitMs: number }>(context, countOwnersInvoices.with({ tenantId }));
    return row ?? { count: 0, waitMs: 0 };
  }

  /** Tenants of which something is due, the oldest first, behind the last one of the page before. */
  async due(context: CallContext, sql: Sql, after: DueTenant | undefined, limit: number): Promise<DueTenant[]> {
    return sql.query<DueTenant>(context, listDue.with({ ...(after ?? beforeAll), limit }));
  }

  /** Has the marketing mails of a tenant go on at once, which may have waited because it was closed. */
  async callForTurn(context: CallContext, database: Database, tenantId: string): Promise<void> {
    const [tenant] = await database.control.query<Omit<TenantRef, 'id'>>(context, findCell.with({ tenantId }));
    if (tenant) {
      await database.cell(tenant.cell).query(context, callForTurn.with({ tenantNumber: tenant.number }));
    }
  }
}

export const subscriptionTables: readonly TenantTable[] = [erased('control.subscription')];

/** The times of a subscription, and their columns. */
const timeColumns = {
  firstDay: 'first_day',
  periodBegan: 'period_began',
  periodEnds: 'period_ends',
  trialEnds: 'trial_ends',
  cancelsOn: 'cancels_on',
  pastDueSince: 'past_due_since',
  suspendsOn: 'suspends_on',
  firstDue: 'first_due',
  remindOn: 'remind_on',
} as const;
const timeNames = keysOf(timeColumns);

function msOf(expression: string): string {
  return `(extract(epoch from ${expression}) * 1000)::float8`;
}

function timeAt(name: string): string {
  return `timestamptz 'epoch' + :${name}::float8 * interval '1 millisecond'`;
}

function planJson(plan: string): string {
  return `jsonb_build_object('code', ${plan}.code, 'price', ${plan}.price_per_month, 'currency', ${plan}.currency,
    'trialDays', ${plan}.trial_days, 'isSelfService', ${plan}.is_self_service, 'entitlements', ${plan}.entitlements)`;
}

const findSubscription = statement(
  'subscription_find',
  `select tenant.id as "tenantId", tenant.name as "organisationName", tenant.state as lifecycle,
  subscription.status, subscription.billing, ${planJson('plan')} as plan,
  (select ${planJson('pending')} from control.plan pending where pending.code = subscription.pending_plan_code)
    as "pendingPlan",
  tenant.overrides, ${timeNames.map((name) => `${msOf(`subscription.${timeColumns[name]}`)} as "${name}"`).join(', ')},
  ${msOf('tenant.created_on')} as "createdOn", ${msOf('tenant.verify_by')} as "verifyBy", tenant.is_unverified as "isUnverified", ${msOf('clock_timestamp()')} as now
from ${subscribedTenant} where tenant.id = :tenantId`,
);

// The rows are read by another statement, behind the change that this one may have waited for: it would find a tenant whose plan that
// has changed with neither plan.
const held = `select subscription.tenant_id
from control.subscription join control.tenant on tenant.id = subscription.tenant_id
where subscription.tenant_id = :tenantId for no key update of subscription, tenant`;
const hold = statement('subscription_hold', held);
const holdFree = statement('subscription_hold_free', `${held} skip locked`);

const saveSubscription = statement(
  'subscription_save',
  `update control.subscription set status = :status, billing = :billing, plan_code = :planCode, pending_plan_code = :pendingPlanCode,
  ${timeNames.map((name) => `${timeColumns[name]} = ${timeAt(name)}`).join(', ')}
where tenant_id = :tenantId`,
  { names: timeNames },
);

// Whether it is full by the plan that the statement before has written is known at once.
const saveTenant = statement(
  'subscription_save_tenant',
  `update control.tenant set state = :lifecycle, verify_by = ${timeAt('verifyBy')}, is_unverified = :isUnverified,
  version = control.next_version(tenant.version), is_full = ${isFullWith(countedRecords)}
from control.subscription join control.plan on plan.code = subscription.plan_code
where tenant.id = :tenantId and subscription.tenant_id = tenant.id`,
  { names: ['verifyBy'] },
);

const findPlan = statement(
  'subscription_plan',
  `select ${planJson('plan')} as plan from control.plan where code = :code`,
);

const findOwners = statement(
  'subscription_owners',
  `select identity.email from control.membership join control.identity on identity.id = membership.identity_id
where membership.tenant_id = :tenantId and membership.is_active and 'owner' = any(membership.roles) and identity.is_verified
order by membership.id`,
);

// The audit notes an invoice with its issuer, in the transaction that issues it. The caller holds the tenant.
const countOwnersInvoices = statement(
  'subscription_owners_invoices',
  `select count(*)::int as count,
  coalesce(extract(epoch from min(at) + interval '1 day' - clock_timestamp()) * 1000, 0)::float8 as "waitMs"
from control.audit where tenant_id = :tenantId and event = 'invoice.issued' and actor_kind = 'user'
  and at > clock_timestamp() - interval '1 day'`,
);

// Each part goes along its index to the first that are due.
const listDue = statement(
  'subscription_due',
  `select ${utcText('due_on')} as "dueOn", tenant_id as "tenantId" from (
  (select due_on, tenant_id from control.subscription where due_on <= now() and due_on is not null
    and (due_on, tenant_id) > (:dueOn::timestamptz, :tenantId::uuid)
    and exists (select from control.tenant where tenant.id = tenant_id and state <> 'deleting')
    order by due_on, tenant_id limit :limit)
  union all
  (select created_on + interval '${lives.neverVerified}', id from control.tenant
    where verify_by is not null and created_on <= now() - interval '${lives.neverVerified}'
    and (created_on, id) > (:dueOn::timestamptz - interval '${lives.neverVerified}', :tenantId::uuid) order by created_on, id limit :limit)
  union all
  (select verify_by, id from control.tenant where verify_by <= now() and verify_by is not null and not is_unverified
    and state in ('active', 'suspended') and (verify_by, id) > (:dueOn::timestamptz, :tenantId::uuid) order by verify_by, id limit :limit)) due
order by due_on, tenant_id limit :limit`,
);

const findLifecycle = statement(
  'subscription_lifecycle',
  'select state as lifecycle from control.tenant where id = :tenantId',
);

const findCell = statement('subscription_find_cell', 'select number, cell from control.tenant where id = :tenantId');

// A turn that is under way, and may have found the tenant closed, has another one behind it.
const callForTurn = statement(
  'subscription_call_for_turn',
  `update cell.mailing_turn set due_on = least(due_on, clock_timestamp()), calls = calls + 1 where tenant = :tenantNumber::int`,
);

const beforeAll: DueTenant = { dueOn: '-infinity', tenantId: '00000000-0000-0000-0000-000000000000' };
