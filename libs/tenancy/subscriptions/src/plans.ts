import { audit, type ChangeContext } from '@rapport/audit';
import { statement, type Database } from '@rapport/database';
import { validationFailed, type CallContext } from '@rapport/kernel';
import type { Plan } from '@rapport/kinds';

/** The plans of an installation. */
export class Plans {
  readonly #database: Database;
  #offered: { readonly plans: Promise<Plan[]>; readonly until: number } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async list(context: CallContext): Promise<Plan[]> {
    return this.#database.control.query<Plan>(context, listPlans);
  }

  /** The plans that a company can choose by itself. Everybody may ask for them, so they are read once in a while, however many ask. */
  async offered(context: CallContext): Promise<Plan[]> {
    const now = performance.now();
    if (this.#offered === undefined || this.#offered.until <= now) {
      const plans = this.list(context).then((all) => all.filter(({ isSelfService }) => isSelfService));
      this.#offered = { plans, until: now + offeredMs };
      plans.catch(() => (this.#offered = undefined));
    }
    return this.#offered.plans;
  }

  /** Throws 400 where there is no such plan. */
  async require(context: CallContext, code: string): Promise<void> {
    const codes = (await this.list(context)).map((plan) => plan.code);
    if (!codes.includes(code)) {
      throw validationFailed({ planCode: [`There is no plan ${code}; the plans are ${codes.join(', ')}.`] });
    }
  }

  /** Changes a plan, or makes one. It holds for its tenants when the copies of their state have run out. */
  async put(context: ChangeContext, plan: Plan): Promise<void> {
    const row = { ...plan, entitlements: JSON.stringify(plan.entitlements) };
    await this.#database.control.transaction(context, async (sql) => {
      if ((await sql.query(context, putPlan.with(row))).length > 0) {
        await audit(context, sql, null, 'plan.changed', plan.code, { ...plan });
      }
    });
  }
}

/** A changed plan holds within 3 s. */
const offeredMs = 2_000;

const listPlans = statement(
  'plan_list',
  `select code, name, price_per_month::float8 as "pricePerMonth", currency, trial_days as "trialDays",
  is_self_service as "isSelfService", entitlements from control.plan order by price_per_month nulls last, code`,
);

// No row where the plan is like this already.
const putPlan = statement(
  'plan_put',
  `insert into control.plan (code, name, price_per_month, currency, trial_days, is_self_service, entitlements)
values (:code, :name, :pricePerMonth::numeric, :currency, :trialDays, :isSelfService, :entitlements::jsonb)
on conflict (code) do update set name = excluded.name, price_per_month = excluded.price_per_month,
  currency = excluded.currency, trial_days = excluded.trial_days, is_self_service = excluded.is_self_service,
  entitlements = excluded.entitlements, version = control.next_version(plan.version)
where (plan.name, plan.price_per_month, plan.currency, plan.trial_days, plan.is_self_service, plan.entitlements)
  is distinct from (excluded.name, excluded.price_per_month, excluded.currency, excluded.trial_days,
    excluded.is_self_service, excluded.entitlements)
returning code`,
);
