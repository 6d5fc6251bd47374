/** The records that the tenant had when they were last counted. */
export const countedRecords = `coalesce((select records from control.record_count where tenant_id = tenant.id), 0)`;
