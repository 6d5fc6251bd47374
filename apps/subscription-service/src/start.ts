import { KeyRing } from '@rapport/access-tokens';
import { CredentialKeys } from '@rapport/api-clients';
import { connectPlatform } from '@rapport/container';
import { partsIn, startService } from '@rapport/container/start';
import { DeletionWatch } from '@rapport/deletions';
import { ExportQueue } from '@rapport/exports';
import { CellWork } from '@rapport/sagas';
import { UnverifiedTenants } from '@rapport/signups';
import { Cells, TenantCreation } from '@rapport/tenants';
import { DueSubscriptions } from '@rapport/subscriptions';
import { RecordCounting } from '@rapport/usage';
import { operatorsApp } from './app.ts';
import { companiesApp } from './companies/app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

export const running = [
  KeyRing,
  CellWork,
  TenantCreation,
  DueSubscriptions,
  DeletionWatch,
  RecordCounting,
  Cells,
  ExportQueue,
  UnverifiedTenants,
];

/** Starts the service by its environment. */
export function startSubscriptionService(): Promise<void> {
  return startService('subscription-service', config, (settings, telemetry) => {
    const container = createContainer(settings, connectPlatform(telemetry, settings));
    return {
      ...partsIn(container, running),
      needs: { 'check credential keys': (context) => container.get(CredentialKeys).require(context) },
      apps: () => [
        [settings.OPERATOR_PORT, operatorsApp(container, settings)],
        [settings.PORT, companiesApp(container, settings)],
      ],
    };
  });
}
