/**
 * The external id that a client gave to a record, as a scalar: a join would be planned with what the planner knew while the
 * tenant was empty, and would read the external ids of all records for each page.
 */
export function externalIdOf(resource: number, alias: string, client: string): string {
  return `(select x.external_id from tenant.external_id x where x.resource = ${resource} and x.record_id = ${alias}.id and x.client_id = ${client})`;
}

/** The record to which a client gave an external id, as a scalar for the same reason: a join would look for each record's. */
export function holderOf(resource: number, externalId: string, client: string): string {
  return `(select x.record_id from tenant.external_id x where x.client_id = ${client} and x.resource = ${resource} and x.external_id = ${externalId} and x.deleted_on is null)`;
}
