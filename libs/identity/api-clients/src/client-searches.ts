import type { Database } from '@rapport/database';
import type { CallContext, SearchPage, TenantRef } from '@rapport/kernel';
import type { ClientAuditItem } from '@rapport/kinds';
import { searchList } from '@rapport/searching';
import type { ApiClient } from './api-client.ts';
import { apiClientList, type ApiClientSearch } from './api-client-list.ts';
import { clientAuditList, type ClientAuditSearch } from './client-audit-list.ts';

/** Searches the API clients of a tenant, and what happened to them. */
export class ClientSearches {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async clients(context: CallContext, tenant: TenantRef, search: ApiClientSearch): Promise<SearchPage<ApiClient>> {
    return searchList(context, this.#database.control, apiClientList, tenant.id, search);
  }

  async audit(
    context: CallContext,
    tenant: TenantRef,
    search: ClientAuditSearch,
  ): Promise<SearchPage<ClientAuditItem>> {
    return searchList(context, this.#database.control, clientAuditList, tenant.id, search);
  }
}
