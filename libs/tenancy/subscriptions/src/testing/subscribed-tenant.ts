import type { ChangeContext } from '@rapport/audit';
import { actingAs, operator } from '@rapport/container/testing';
import { statement, type Database } from '@rapport/database';
import { newId } from '@rapport/kernel';
import { expect } from 'vitest';

/** Both axes of a tenant, as its rows have them. */
export interface Rows {
  readonly number: number;
  readonly state: string;
  readonly status: string;
  readonly plan_code: string;
  readonly pending_plan_code: string | null;
  readonly billing: string;
  readonly period_began: string;
  readonly period_ends: string;
  readonly trial_ends: string | null;
  readonly cancels_on: string | null;
  readonly past_due_since: string | null;
  readonly suspends_on: string | null;
  readonly first_due: string | null;
  readonly remind_on: string | null;
  readonly verify_by: string | null;
  readonly is_unverified: boolean;
  readonly is_full: boolean;
  readonly overrides: object;
  readonly version: number;
}

/** A tenant in control alone, with one owner whose address is verified. Tests move its times instead of the clock. */
export class SubscribedTenant {
  readonly id = newId();
  readonly ownerId = newId();
  readonly email = newAddress();
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async create(asOwner: Database, more: Readonly<Record<string, unknown>> = {}): Promise<SubscribedTenant> {
    const tenant = new SubscribedTenant(asOwner);
    await asOwner.control.query(operator, insertTenant.with(tenant));
    await tenant.set({ plan_code: 'professional', ...more });
    return tenant;
  }

  /** The owner's context. */
  get owner(): ChangeContext {
    return actingAs(this.ownerId);
  }

  /** Sets columns of both rows. Times are ISO texts, or intervals from now such as `-1 day`. */
  async set(values: Readonly<Record<string, unknown>>): Promise<void> {
    const columns = JSON.stringify(await this.#timesOf(values));
    await this.#database.control.query(operator, setTenant.with({ id: this.id, columns }));
  }

  async rows(): Promise<Rows> {
    const [row] = await this.#database.control.query<{ rows: Rows }>(operator, findRows.with(this));
    return row?.rows ?? expect.fail('the tenant is gone');
  }

  async events(): Promise<string[]> {
    const rows = await this.#database.control.query<{ event: string }>(operator, findEvents.with(this));
    return rows.map(({ event }) => event);
  }

  mails(): Promise<{ subject: string; text: string }[]> {
    return this.#database.control.query(operator, findMails.with(this));
  }

  async subjects(): Promise<string[]> {
    return (await this.mails()).map(({ subject }) => subject);
  }

  async insertInvoice(dueOn: string): Promise<string> {
    const id = newId();
    await this.#database.control.query(operator, insertInvoice.with({ id, tenantId: this.id, dueOn }));
    return id;
  }

  /** Intervals of one call begin at the same time, so equal ones end together. */
  async #timesOf(values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    const intervals = Object.entries(values).filter(([, value]) => typeof value === 'string' && interval.test(value));
    const given = JSON.stringify(Object.fromEntries(intervals));
    const [row] = await this.#database.control.query<{ times: object | null }>(operator, fromNow.with({ given }));
    return { ...values, ...row?.times };
  }
}

export function newAddress(): string {
  return `person-${newId()}@example.test`;
}

/** The columns of a trial that ends then, and whose first month begins there. */
export function trialEnding(end: string) {
  return { status: 'trialing', billing: 'manual', period_began: '-14 days', trial_ends: end, ...periodEnding(end) };
}

/** The columns of a period that ends then, and behind which the months begin. */
export function periodEnding(end: string) {
  return { period_ends: end, first_day: end };
}

const interval = /^-?\d+ (second|minute|hour|day|month)s?$/;

const insertTenant = statement(
  't_subscribed_tenant',
  `with tenant as (
  insert into control.tenant (id, name, cell, state) values (:id, 'Acme', 'cell', 'active') returning id
), subscription as (
  insert into control.subscription (tenant_id, plan_code) select id, 'professional' from tenant
), identity as (
  insert into control.identity (id, email, email_key, password_hash, is_verified)
  values (uuidv7(), :email, :email, 'x', true) returning id
)
insert into control.membership (id, tenant_id, identity_id, name, roles, data_scope)
select :ownerId, tenant.id, identity.id, 'Owner', '{owner}', 'all' from tenant, identity`,
);

const setTenant = statement(
  't_set_subscription',
  `with tenant as (
  update control.tenant set state = given.state, verify_by = given.verify_by, is_unverified = given.is_unverified,
    overrides = given.overrides, created_on = given.created_on
  from control.tenant before cross join lateral jsonb_populate_record(before, :columns::jsonb) given
  where before.id = :id and tenant.id = before.id
)
update control.subscription set plan_code = given.plan_code, status = given.status, billing = given.billing,
  first_day = given.first_day, period_began = given.period_began, period_ends = given.period_ends,
  trial_ends = given.trial_ends, cancels_on = given.cancels_on, pending_plan_code = given.pending_plan_code,
  past_due_since = given.past_due_since, suspends_on = given.suspends_on, first_due = given.first_due,
  remind_on = given.remind_on
from control.subscription before cross join lateral jsonb_populate_record(before, :columns::jsonb) given
where before.tenant_id = :id and subscription.tenant_id = before.tenant_id`,
);

const findRows = statement(
  't_subscription_rows',
  `select to_jsonb(subscription) || to_jsonb(tenant) as rows
from control.tenant join control.subscription on subscription.tenant_id = tenant.id where tenant.id = :id`,
);

const findEvents = statement(
  't_subscription_events',
  `select event from control.audit where tenant_id = :id order by at, id`,
);

const findMails = statement(
  't_subscription_mails',
  `select content ->> 'subject' as subject, content ->> 'text' as text
from control.mail where tenant_id = :id order by created_on, id`,
);

const insertInvoice = statement(
  't_invoice',
  `with counted as (update control.invoice_number set last = last + 1 returning last), invoice as (
  insert into control.invoice (id, number, tenant_id, amount, currency, period_from, period_to, issued_on, due_on)
  select :id, last, :tenantId, 49, 'EUR', now(), now() + interval '1 month', now(), now() + :dueOn::interval from counted
  returning due_on
)
update control.subscription set first_due = least(first_due, invoice.due_on) from invoice where tenant_id = :tenantId`,
);

const fromNow = statement(
  't_from_now',
  `select jsonb_object_agg(key, date_trunc('milliseconds', now() + value::interval) at time zone 'UTC' || 'Z') as times
from jsonb_each_text(:given::jsonb)`,
);
