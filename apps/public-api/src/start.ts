import { KeyRing } from '@rapport/access-tokens';
import { partsIn, startService } from '@rapport/container/start';
import { FanOutSweeper, NameFanOut, recordRules, type RecordRules } from '@rapport/records';
import { RequestCountWriter } from '@rapport/usage';
import type { Container } from 'inversify';
import { publicApi } from './app.ts';
import { config } from './config.ts';
import { createContainer } from './container.ts';

export interface PublicApiOptions {
  readonly rules?: RecordRules;
  /** Binds another part in place of one of the service's own. */
  readonly replace?: (container: Container) => void;
}

export const running = [KeyRing, RequestCountWriter, FanOutSweeper];

/** Starts the service by its environment. Only the sync check gives rules, and only the bench replaces a part. */
export function startPublicApi({ rules = recordRules, replace }: PublicApiOptions = {}): Promise<void> {
  return startService('public-api', config, (settings, telemetry) => {
    const container = createContainer(settings, telemetry, rules);
    replace?.(container);
    return {
      ...partsIn(container, running),
      apps: () => [[settings.PORT, publicApi(container, settings)]],
      close: { names: () => container.get(NameFanOut).stop() },
    };
  });
}
