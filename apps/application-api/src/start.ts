import { KeyRing } from '@rapport/access-tokens';
import { CredentialKeys } from '@rapport/api-clients';
import { startService } from '@rapport/container/start';
import { Database } from '@rapport/database';
import { MailSender } from '@rapport/mail';
import { NameFanOut } from '@rapport/records';
import { Redis } from '@rapport/redis';
import type { Running } from '@rapport/telemetry';
import { RequestCountWriter } from '@rapport/usage';
import { applicationApi } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

/** What runs by itself. */
export const running = [KeyRing, RequestCountWriter, MailSender] satisfies readonly Running[];

/** Starts the service by its environment. */
export function startApplicationApi(): Promise<void> {
  return startService('application-api', config, (settings, telemetry) => {
    const container = createContainer(settings, telemetry);
    return {
      database: container.get(Database),
      redis: container.get(Redis),
      needs: { 'check credential keys': (context) => container.get(CredentialKeys).require(context) },
      running: running.map((type) => container.get<InstanceType<Running>>(type)),
      apps: () => [[settings.PORT, applicationApi(container, settings)]],
      close: { mail: () => container.get(MailSender).close(), names: () => container.get(NameFanOut).stop() },
    };
  });
}
