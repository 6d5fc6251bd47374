import { flag, id, searchable, text, time, type ListSearch } from '@rapport/searching';
import { apiClientColumns } from './api-client-columns.ts';

const lastUsed = '(select max(s.last_used_on) from control.api_client_secret s where s.api_client_id = c.id)';

/** The API clients of a tenant, as they are searched. */
export const apiClientList = searchable({
  name: 'api_client_search',
  from: 'control.api_client c',
  where: 'c.tenant_id = $1',
  item: apiClientColumns,
  id: 'c.id',
  fields: {
    id: id('c.id'),
    createdOnUtc: time('c.created_on'),
    lastModifiedOnUtc: time('c.last_modified_on'),
    isActive: flag('c.is_active'),
    runAsUserId: id('c.run_as'),
    clientId: text('c.client_id', 'c.client_id_folded'),
    name: text('c.name', 'c.name_folded'),
    lastUsedOnUtc: time(lastUsed),
  },
  sorts: {
    createdOnUtc: 'c.created_on',
    lastModifiedOnUtc: 'c.last_modified_on',
    name: 'c.name_folded',
    lastUsedOnUtc: lastUsed,
  },
  texts: ['c.name_folded', 'c.client_id_folded'],
});

export type ApiClientSearch = ListSearch<typeof apiClientList>;
