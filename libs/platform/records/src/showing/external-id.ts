/**
 * Each record keeps the external ids that clients gave to it, by the client's id, so a page needs no look for each of its
 * records. The table beside lets a client have an external id once, and keeps that of a deleted record for the feed. Each
 * statement that sets one writes both.
 */
export const externalIdsColumn = 'external_ids';

/** The caller's external id of a row of `record`. */
export const shownExternalId = `(record.${externalIdsColumn} ->> :client::text)`;

/** The external ids of a record with the one of the body. `before` are those that it had. */
export function withExternalId(before: string | null): string {
  const given = 'jsonb_build_object(:client::text, :externalId::text)';
  return before === null ? given : `coalesce(${before}, '{}') || ${given}`;
}

/**
 * The external id that a client gave to a record, which may be deleted, as a scalar: a join would be planned with what
 * the planner knew while the tenant was empty, and would read the external ids of all records for each page.
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
