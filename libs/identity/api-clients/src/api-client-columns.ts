import { utcText } from '@rapport/database';

/** A client as `ApiClient` has it, of a row of `api_client`. */
export const apiClientColumns = `api_client.id, api_client.client_id as "clientId", api_client.name,
  api_client.run_as as "runAsUserId", api_client.scopes, api_client.is_active as "isActive",
  (select ${utcText('max(last_used_on)')} from control.api_client_secret where api_client_id = api_client.id)
    as "lastUsedOnUtc",
  ${utcText('api_client.created_on')} as "createdOnUtc",
  ${utcText('api_client.last_modified_on')} as "lastModifiedOnUtc"`;
