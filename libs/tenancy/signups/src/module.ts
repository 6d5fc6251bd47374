import { singleton } from '@rapport/container';
import { Database } from '@rapport/database';
import { Passwords, UserCreation, Verifications } from '@rapport/people';
import { FailureLog } from '@rapport/rate-limit';
import { Plans, Subscriptions } from '@rapport/subscriptions';
import { Metrics } from '@rapport/telemetry';
import { TenantBirth } from '@rapport/tenants';
import { ContainerModule } from 'inversify';
import { SignupKeys } from './signup-keys.ts';
import { SignupLimits } from './signup-limits.ts';
import { SignupMetrics } from './signup-metrics.ts';
import { SignupStore } from './signup-store.ts';
import type { SignupSettings } from './signup-variables.ts';
import { Signups } from './signups.ts';
import { UnverifiedTenants } from './unverified-tenants.ts';

/** All replicas have the shared key. */
export function signupsModule(sharedKey: Buffer, settings: SignupSettings): ContainerModule {
  return new ContainerModule(({ bind }) => {
    singleton(bind, SignupKeys, [], sharedKey);
    singleton(bind, SignupLimits, [FailureLog, SignupKeys], settings);
    singleton(bind, SignupMetrics, [Metrics], settings);
    singleton(bind, SignupStore, [], settings);
    singleton(bind, UnverifiedTenants, [Database, SignupStore, SignupMetrics, Subscriptions]);
    singleton(bind, Signups, [
      ...([Database, SignupStore, SignupKeys, SignupLimits, SignupMetrics] as const),
      ...([Plans, Passwords, UserCreation, Verifications, TenantBirth] as const),
    ]);
  });
}
