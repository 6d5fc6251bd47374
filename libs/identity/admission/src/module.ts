import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { LeasedLimiter, Limiter } from '@rapport/rate-limit';
import { Redis } from '@rapport/redis';
import { Metrics } from '@rapport/telemetry';
import { ContainerModule } from 'inversify';
import { Admission } from './admitting/admission.ts';
import { PrincipalStore } from './principal-store.ts';
import { StatePublisher } from './state-publisher.ts';

/** The state of principals with its leases: for services that admit them or change what they may do. */
export const admissionModule = new ContainerModule(({ bind }) => {
  singleton(bind, PrincipalStore, [Database]);
  singleton(bind, LeasedLimiter, [Redis]);
  singleton(bind, Limiter, [Redis, Metrics]);
  singleton(bind, Admission, [LeasedLimiter, Limiter, PrincipalStore]);
  singleton(bind, StatePublisher, [LeasedLimiter, PrincipalStore]);
});
