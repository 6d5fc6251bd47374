import { ourParts } from '@rapport/local-platform';
import { FakedClock } from '@rapport/local-servers';
import { Processes, type Say, TemporaryPlatform } from '@rapport/testbed';
import { nextMidnight, PlatformClock } from './platform-clock.ts';

export interface CheckedPlatform {
  readonly platform: TemporaryPlatform;
  readonly processes: Processes;
  /** Undefined where no clock can be faked. */
  readonly clock: PlatformClock | undefined;
  stop(): Promise<void>;
}

/** One platform for all plays, with two processes of each service that companies meet. */
export async function startChecked(say: Say): Promise<CheckedPlatform> {
  const faked = await FakedClock.make();
  const environment = faked?.environment ?? {};
  const clock = faked && new PlatformClock(faked);
  // The platform starts shortly before a midnight of its clock, so that no later step is long.
  await clock?.stepTo(nextMidnight(Date.now()) - 10 * 60_000);
  const platform = await TemporaryPlatform.start({
    replicas: { 'token-service': 2, 'public-api': 2, 'application-api': 2, 'subscription-service': 2 },
    services: ourParts.services.map((service) => ({
      ...service,
      settings: {
        ...service.settings,
        ...(service.name === 'subscription-service' && roomForSignups),
        ...environment,
      },
    })),
    cells: 2,
    postgres: { environment },
    durable: false,
    say,
  });
  return {
    platform,
    processes: new Processes(platform),
    clock,
    stop: () => platform.stop().then(() => faked?.remove()),
  };
}

const roomForSignups = {
  SIGNUPS_PER_ADDRESS_IN_HOUR: '100000',
  SIGNUPS_IN_HOUR: '100000',
  UNVERIFIED_TENANTS_MAX: '100000',
};
