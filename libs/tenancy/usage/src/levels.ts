/** The users and records that a tenant has now, in SQL. A user that is only invited counts too. */
export function levelsOf(tenantId: string): { readonly users: string; readonly records: string } {
  return {
    users: `(select count(*)::int from control.membership m where m.tenant_id = ${tenantId} and m.is_active)`,
    records: `coalesce((select r.records from control.record_count r where r.tenant_id = ${tenantId}), 0)`,
  };
}
