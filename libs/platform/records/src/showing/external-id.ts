/**
 * The external id that a client gave to a record, as a scalar: a join would be planned with what the planner knew while
 * the tenant was empty, and would read the external ids of all records for each page.
 */
export function externalIdOf(resource: number, recordId: string, client: string): string {
  return `(select external_id from tenant.external_id
  where resource = ${resource} and record_id = ${recordId} and client_id = ${client})`;
}

/** The record to which a client gave an external id, as a scalar too, because a join would look for each record's. */
export function holderOf(resource: number, externalId: string, client: string): string {
  return `(select record_id from tenant.external_id where ${isHeld(resource, externalId, client)})`;
}

/** Whether a row is that of the external id, and of a record that is there. */
export function isHeld(resource: number, externalId: string, client: string): string {
  return `client_id = ${client} and resource = (select ${resource}::smallint) and external_id = ${externalId} and deleted_on is null`;
}
