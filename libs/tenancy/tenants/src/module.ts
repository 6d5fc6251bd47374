import { StatePublisher } from '@rapport/admission';
import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { PasswordEnding, Passwords, UserCreation } from '@rapport/people';
import { CellWork } from '@rapport/sagas';
import { Plans, Subscriptions } from '@rapport/subscriptions';
import { Telemetry } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { CellStore } from './cell-store.ts';
import { Cells } from './cells.ts';
import { TenantBirth } from './tenant-birth.ts';
import { TenantCreation } from './tenant-creation.ts';
import { TenantCreationStore } from './tenant-creation-store.ts';
import { TenantList } from './tenant-list.ts';
import { TenantService } from './tenant-service.ts';
import { TenantStore } from './tenant-store.ts';
import { TenantViews } from './tenant-views.ts';

export const tenantsModule = new ContainerModule(({ bind }) => {
  singleton(bind, TenantStore, []);
  singleton(bind, CellStore, []);
  singleton(bind, Cells, [Database, CellStore, Telemetry]);
  singleton(bind, TenantCreationStore, []);
  singleton(bind, TenantService, [Database, TenantStore, Subscriptions, StatePublisher]);
  singleton(bind, TenantList, [Database]);
  singleton(bind, TenantViews, [Database, CellWork]);
  singleton(bind, TenantBirth, [Database, TenantStore, CellWork, TenantService, Subscriptions]);
  singleton(bind, TenantCreation, [
    Database,
    TenantCreationStore,
    UserCreation,
    TenantBirth,
    TenantService,
    Passwords,
    PasswordEnding,
    Plans,
    Telemetry,
  ]);
});
