import { StatePublisher } from '@rapport/admission';
import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { CellWork } from '@rapport/sagas';
import { Telemetry } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { ApiClientService } from './api-client-service.ts';
import { ApiClientStore } from './api-client-store.ts';
import { ClientIds } from './client-ids.ts';
import { ClientSearches } from './client-searches.ts';
import { ClientSecretStore } from './client-secret-store.ts';
import { CredentialKeys } from './credential-keys.ts';
import { HeldClients } from './held-clients.ts';
import { Peppers } from './peppers.ts';
import { SecretService } from './secret-service.ts';

/** For services that make or take the credentials of API clients. */
export function credentialsModule(clientIdKey: Buffer, peppers: Readonly<Record<string, Buffer>>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    singleton(bind, ClientIds, [], clientIdKey);
    singleton(bind, Peppers, [], new Map(Object.entries(peppers)));
    singleton(bind, CredentialKeys, [Database, Peppers, ClientIds, Telemetry]);
    singleton(bind, ClientSecretStore, [Peppers]);
  });
}

/** The API clients of tenants. It needs `credentialsModule`. */
export const apiClientsModule = new ContainerModule(({ bind }) => {
  singleton(bind, ApiClientStore, []);
  singleton(bind, HeldClients, [ApiClientStore]);
  singleton(bind, ApiClientService, [
    Database,
    ApiClientStore,
    HeldClients,
    ClientSecretStore,
    ClientIds,
    CellWork,
    StatePublisher,
  ]);
  singleton(bind, ClientSearches, [Database]);
  singleton(bind, SecretService, [Database, ApiClientStore, HeldClients, ClientSecretStore, StatePublisher]);
});
