import { AppError } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import type { CredentialKeys } from './credential-keys.ts';

/** A wrong key stops the start. Where the database is away by then, a wrong key ends the process once it is back. */
export async function checkCredentialKeys(keys: CredentialKeys, telemetry: Telemetry): Promise<void> {
  try {
    await telemetry.inBackground('check credential keys', (context) => keys.require(context));
  } catch (error) {
    if (!(error instanceof AppError)) {
      throw error;
    }
    telemetry.logger.warn({ error }, 'the keys of credentials will be checked when the database is there');
    setTimeout(() => void checkCredentialKeys(keys, telemetry), againAfterMs).unref();
  }
}

const againAfterMs = 1_000;
