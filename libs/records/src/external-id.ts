/**
 * The external id that a client gave to a record, as a scalar: a join would be planned with what the planner knew while the
 * tenant was empty, and would read the external ids of all records for each page.
 */
export function externalIdOf(resource: number, alias: string, client: string): string {
  return `(select x.external_id from tenant.external_id x where x.resource = ${resource} and x.record_id = ${alias}.id and x.client_id = ${client})`;
}
