export type {
  ApiClient,
  ApiClientChange,
  ApiClientInput,
  CreatedApiClient,
  RepeatedApiClient,
  RotatedSecret,
} from './api-client.ts';
export { ApiClientService } from './api-client-service.ts';
export { ApiClientStore, apiClientTables } from './api-client-store.ts';
export { ClientIds } from './client-ids.ts';
export { isWellFormedSecret, newSecret } from './client-secret.ts';
export { apiClientList, type ApiClientSearch } from './api-client-list.ts';
export type { ClientAuditSearch } from './client-audit-list.ts';
export { ClientSearches } from './client-searches.ts';
export { ClientSecretStore } from './client-secret-store.ts';
export { registerClientWork } from './client-work.ts';
export { CredentialKeys } from './credential-keys.ts';
export { HeldClients } from './held-clients.ts';
export { apiClientsModule, credentialsModule } from './module.ts';
export { SecretService } from './secret-service.ts';
export { Peppers } from './peppers.ts';
