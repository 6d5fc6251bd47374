import type { Sql } from '@rapport/database';
import { AppError, type CallContext, type TenantRef } from '@rapport/kernel';
import { apiClientStore } from './api-client-store.ts';

/** The tenant's client with this id; throws what the caller is told where there is none. */
export async function requireApiClient(
  sql: Sql,
  context: CallContext,
  tenant: TenantRef,
  clientId: string,
): Promise<{ readonly id: string }> {
  const client = await apiClientStore.find(sql, context, tenant.id, clientId);
  if (!client) {
    throw noApiClient(clientId);
  }
  return client;
}

export function noApiClient(clientId: string): AppError {
  return new AppError('not_found', `The tenant has no API client ${clientId}.`);
}
