import { utcText } from '@rapport/database';

/** A client as `ApiClient` has it, of the table's row `c`. */
export const apiClientColumns = `c.id, c.client_id as "clientId", c.name, c.run_as as "runAsUserId", c.scopes,
  c.is_active as "isActive", (select ${utcText('max(s.last_used_on)')} from control.api_client_secret s
    where s.api_client_id = c.id) as "lastUsedOnUtc", ${utcText('c.created_on')} as "createdOnUtc",
  ${utcText('c.last_modified_on')} as "lastModifiedOnUtc"`;
