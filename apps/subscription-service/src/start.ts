import { KeyRing } from '@rapport/access-tokens';
import { CredentialKeys } from '@rapport/api-clients';
import { connectPlatform } from '@rapport/container';
import { startService } from '@rapport/container/start';
import { CellWork } from '@rapport/sagas';
import { TenantCreation } from '@rapport/tenants';
import { DueSubscriptions } from '@rapport/subscriptions';
import type { Running } from '@rapport/telemetry';
import { RecordCounting } from '@rapport/usage';
import { operatorsApp } from './app.ts';
import { companiesApp } from './companies/app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

/** What runs by itself. */
export const running = [
  KeyRing,
  CellWork,
  TenantCreation,
  DueSubscriptions,
  RecordCounting,
] satisfies readonly Running[];

/** Starts the service by its environment. */
export function startSubscriptionService(): Promise<void> {
  return startService('subscription-service', config, (settings, telemetry) => {
    const platform = connectPlatform(telemetry, settings);
    const container = createContainer(settings, platform);
    return {
      ...platform,
      needs: { 'check credential keys': (context) => container.get(CredentialKeys).require(context) },
      running: running.map((type) => container.get<InstanceType<Running>>(type)),
      apps: () => [
        [settings.OPERATOR_PORT, operatorsApp(container, settings)],
        [settings.PORT, companiesApp(container, settings)],
      ],
    };
  });
}
