/** The records that the tenant had when they were last counted. */
export const countedRecords = `coalesce((select r.records from control.record_count r where r.tenant_id = t.id), 0)`;
