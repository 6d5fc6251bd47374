import { StatePublisher } from '@rapport/admission';
import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { ContainerModule } from 'inversify';
import { Plans } from './plans.ts';
import { EntitlementService } from './tenant-entitlements.ts';

export const subscriptionsModule = new ContainerModule(({ bind }) => {
  singleton(bind, Plans, [Database]);
  singleton(bind, EntitlementService, [Database, StatePublisher]);
});
