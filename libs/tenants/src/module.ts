import { Database } from '@rapport/database';
import { CellWork, PeopleService, PrincipalStore, StatePublisher } from '@rapport/identity';
import { ContainerModule } from 'inversify';
import { TenantService } from './tenant-service.ts';

export const tenantsModule = new ContainerModule(({ bind }) => {
  bind(TenantService)
    .toResolvedValue(
      (database, people, work, principals, publisher) =>
        new TenantService(database, people, work, principals, publisher),
      [Database, PeopleService, CellWork, PrincipalStore, StatePublisher],
    )
    .inSingletonScope();
});
