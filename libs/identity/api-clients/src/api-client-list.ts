import { flag, id, searchable, text, time, type ListSearch } from '@rapport/searching';
import { apiClientColumns } from './api-client-columns.ts';

const lastUsed = '(select max(last_used_on) from control.api_client_secret where api_client_id = api_client.id)';

/** The API clients of a tenant, as they are searched. */
export const apiClientList = searchable({
  name: 'api_client_search',
  from: 'control.api_client',
  where: 'api_client.tenant_id = :tenantId',
  item: apiClientColumns,
  id: 'api_client.id',
  fields: {
    id: id('api_client.id'),
    createdOnUtc: time('api_client.created_on'),
    lastModifiedOnUtc: time('api_client.last_modified_on'),
    isActive: flag('api_client.is_active'),
    runAsUserId: id('api_client.run_as'),
    clientId: text('api_client.client_id', 'api_client.client_id_folded'),
    name: text('api_client.name', 'api_client.name_folded'),
    lastUsedOnUtc: time(lastUsed),
  },
  sorts: {
    createdOnUtc: 'api_client.created_on',
    lastModifiedOnUtc: 'api_client.last_modified_on',
    name: 'api_client.name_folded',
    lastUsedOnUtc: lastUsed,
  },
  texts: ['api_client.name_folded', 'api_client.client_id_folded'],
});

export type ApiClientSearch = ListSearch<typeof apiClientList>;
