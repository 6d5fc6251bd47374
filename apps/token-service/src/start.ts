import { KeyRing, SigningKeys } from '@rapport/access-tokens';
import { CredentialKeys } from '@rapport/api-clients';
import { startService } from '@rapport/container/start';
import { Database } from '@rapport/database';
import { Passwords } from '@rapport/people';
import { Redis } from '@rapport/redis';
import { SignInPurge } from '@rapport/sign-in';
import { TokenAuditWriter } from '@rapport/token-audit';
import type { Running } from '@rapport/telemetry';
import { RequestCountWriter } from '@rapport/usage';
import { tokenServiceApp } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

/** What runs by itself. */
export const running = [
  SigningKeys,
  KeyRing,
  TokenAuditWriter,
  RequestCountWriter,
  SignInPurge,
] satisfies readonly Running[];

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
      database: container.get(Database),
      redis: container.get(Redis),
      needs: {
        'open signing keys': (context) => container.get(SigningKeys).refresh(context),
        'check credential keys': (context) => container.get(CredentialKeys).require(context),
      },
      running: running.map((type) => container.get<InstanceType<Running>>(type)),
      apps: () => [[settings.PORT, tokenServiceApp(container, settings)]],
    };
  });
}
