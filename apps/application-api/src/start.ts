import { KeyRing } from '@rapport/access-tokens';
import { CredentialKeys } from '@rapport/api-clients';
import { partsIn, startService } from '@rapport/container/start';
import { MailSender } from '@rapport/mail';
import { NameFanOut } from '@rapport/records';
import { RequestCountWriter } from '@rapport/usage';
import { applicationApi } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

export const running = [KeyRing, RequestCountWriter, MailSender];

/** Starts the service by its environment. */
export function startApplicationApi(): Promise<void> {
  return startService('application-api', config, (settings, telemetry) => {
    const container = createContainer(settings, telemetry);
    return {
      ...partsIn(container, running),
      needs: { 'check credential keys': (context) => container.get(CredentialKeys).require(context) },
      apps: () => [[settings.PORT, applicationApi(container, settings)]],
      close: { mail: () => container.get(MailSender).close(), names: () => container.get(NameFanOut).stop() },
    };
  });
}
