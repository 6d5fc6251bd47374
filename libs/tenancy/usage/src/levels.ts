/** The users and records that a tenant has now, in SQL. A user that is only invited counts too. */
export function levelsOf(tenantId: string): { readonly users: string; readonly records: string } {
  return {
    users: `(select count(*)::int from control.membership where membership.tenant_id = ${tenantId} and is_active)`,
    records: `coalesce((select records from control.record_count where record_count.tenant_id = ${tenantId}), 0)`,
  };
}
