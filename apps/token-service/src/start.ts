import { KeyRing, SigningKeys } from '@rapport/access-tokens';
import { CredentialKeys } from '@rapport/api-clients';
import { partsIn, startService } from '@rapport/container/start';
import { Passwords } from '@rapport/people';
import { SignInPurge } from '@rapport/sign-in';
import { TokenAuditWriter } from '@rapport/token-audit';
import { RequestCountWriter } from '@rapport/usage';
import { tokenServiceApp } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

export const running = [SigningKeys, KeyRing, TokenAuditWriter, RequestCountWriter, SignInPurge];

/** Starts the service by its environment. */
export function startTokenService(): Promise<void> {
  return startService('token-service', config, (settings, telemetry) => {
    const container = createContainer(settings, telemetry);
    telemetry.metrics.gauge({
      name: 'password_checks_waiting',
      help: 'Passwords that wait to be compared or hashed in this process.',
      read: () => container.get(Passwords).waiting,
    });
    return {
      ...partsIn(container, running),
      needs: {
        'open signing keys': (context) => container.get(SigningKeys).refresh(context),
        'check credential keys': (context) => container.get(CredentialKeys).require(context),
      },
      apps: () => [[settings.PORT, tokenServiceApp(container, settings)]],
    };
  });
}
