import { wordList } from '@rapport/database';
import { goingStates } from '@rapport/kinds';

/** A tenant with its subscription and its plan, of which the expressions below are made. */
export const subscribedTenant = `control.tenant join control.subscription on subscription.tenant_id = tenant.id
  join control.plan on plan.code = subscription.plan_code`;

/** A tenant as above, also one that is deleted and so has no subscription. */
export const anyTenant = `control.tenant left join control.subscription on subscription.tenant_id = tenant.id
  left join control.plan on plan.code = subscription.plan_code`;

/** The one state that is shown of a tenant, of both axes: the first that holds. */
export const shownState = `case
  when tenant.state in ('deleted', 'deleting', 'provisioning', 'provisioningFailed') then tenant.state
  when subscription.status = 'ended' then 'cancelled'
  when tenant.state = 'suspended' or subscription.status = 'unpaid' or tenant.is_unverified then 'suspended'
  else subscription.status end`;

/** Why a tenant that is shown as suspended is suspended, as an array. */
export const suspendedFor = `case when ${shownState} = 'suspended' then array_remove(array[
  case when tenant.state = 'suspended' then 'operator' end,
  case when subscription.status = 'unpaid' then 'unpaid' end,
  case when tenant.is_unverified then 'unverifiedEmail' end], null) else '{}' end`;

/** The entitlements in SQL: the tenant's own values above those of its plan. */
export const entitlements = `(plan.entitlements || tenant.overrides)`;

/** Whether so many records are all that these entitlements allow. */
export function isFullWith(records: string, granted: string = entitlements): string {
  return `coalesce(${records} >= (${granted} ->> 'records')::bigint, false)`;
}

/**
 * Whether the tenant with the id is being deleted: what processes note behind their requests leaves nothing of it. It is
 * looked up for each row, so rows keep the order in which every process locks them.
 */
export function goes(tenantId: string): string {
  return `coalesce((select tenant.state in (${wordList(goingStates)}) from control.tenant where tenant.id = ${tenantId}), false)`;
}
