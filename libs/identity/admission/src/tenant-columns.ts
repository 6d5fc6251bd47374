/** A tenant with what it is subscribed to: t, s and p, of which the expressions below are made. */
export const subscribedTenant = `control.tenant t join control.subscription s on s.tenant_id = t.id
  join control.plan p on p.code = s.plan_code`;

/** The one state that is shown of a tenant, of both axes: the first that holds. */
export const shownState = `case
  when t.state in ('provisioning', 'provisioningFailed') then t.state
  when s.status = 'ended' then 'cancelled'
  when t.state = 'suspended' or s.status = 'unpaid' or t.is_unverified then 'suspended'
  else s.status end`;

/** Why a tenant that is shown as suspended is suspended, as an array. */
export const suspendedFor = `case when ${shownState} = 'suspended' then array_remove(array[
  case when t.state = 'suspended' then 'operator' end,
  case when s.status = 'unpaid' then 'unpaid' end,
  case when t.is_unverified then 'unverifiedEmail' end], null) else '{}' end`;

/** The entitlements of a tenant. Null is no bound. */
export interface Entitlements {
  readonly publicApi: boolean;
  readonly requestsPerMinute: number;
  readonly tokenRequestsPerMinute: number;
  readonly users: number | null;
  readonly records: number | null;
  readonly feedRetentionDays: number;
}

/** The entitlements in SQL: the tenant's own values above those of its plan. */
export const entitlements = `(p.entitlements || t.overrides)`;

/** Whether so many records are all that these entitlements allow. */
export function isFullWith(records: string, granted: string = entitlements): string {
  return `coalesce(${records} >= (${granted} ->> 'records')::bigint, false)`;
}
