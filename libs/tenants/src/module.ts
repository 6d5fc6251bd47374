import { Database } from '@rapport/database';
import { CellWork, PeopleService, PrincipalStore, StatePublisher } from '@rapport/identity';
import { ContainerModule } from 'inversify';
import { TenantCreation } from './tenant-creation.ts';
import { TenantService } from './tenant-service.ts';

export const tenantsModule = new ContainerModule(({ bind }) => {
  bind(TenantService)
    .toResolvedValue(
      (database, principals, publisher) => new TenantService(database, principals, publisher),
      [Database, PrincipalStore, StatePublisher],
    )
    .inSingletonScope();
  bind(TenantCreation)
    .toResolvedValue(
      (database, people, cellWork, principals, tenants) =>
        new TenantCreation({ database, people, cellWork, principals, tenants }),
      [Database, PeopleService, CellWork, PrincipalStore, TenantService],
    )
    .inSingletonScope();
});
