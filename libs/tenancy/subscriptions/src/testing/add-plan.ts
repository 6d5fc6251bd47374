import { operator } from '@rapport/container/testing';
import { statement, type Database } from '@rapport/database';

/** Adds a plan that is as the professional one but for its price and its users. */
export async function addPlan(
  asOwner: Database,
  { code, price, users }: { readonly code: string; readonly price: number; readonly users: number },
): Promise<void> {
  await asOwner.control.query(operator, insertPlan.with({ code, price, users }));
}

const insertPlan = statement(
  't_insert_plan',
  `insert into control.plan (code, name, price_per_month, trial_days, is_self_service, entitlements)
select :code, :code, :price::numeric, 14, true, entitlements || jsonb_build_object('users', :users::int)
from control.plan where code = 'professional'`,
);
