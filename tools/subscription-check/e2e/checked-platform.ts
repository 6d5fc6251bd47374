import { ourParts } from '@rapport/local-platform';
import { FakedClock } from '@rapport/local-servers';
import { TemporaryPlatform } from '@rapport/testbed';
import { nextMidnight, PlatformClock } from '../src/platform-clock.ts';

const faked = await FakedClock.make();
const environment = faked?.environment ?? {};

/** Undefined where no clock can be faked. */
export const clock = faked && new PlatformClock(faked);
// The platform starts shortly before a midnight of its clock, so that no later step is long.
await clock?.stepTo(nextMidnight(Date.now()) - 10 * 60_000);

const roomForSignups = {
  SIGNUPS_PER_ADDRESS_IN_HOUR: '100000',
  SIGNUPS_IN_HOUR: '100000',
  UNVERIFIED_TENANTS_MAX: '100000',
};

/** One platform for all checks, with two processes of each service that companies meet. */
export const platform = await TemporaryPlatform.start({
  replicas: { 'token-service': 2, 'public-api': 2, 'application-api': 2, 'subscription-service': 2 },
  services: ourParts.services.map((service) => ({
    ...service,
    settings: {
      ...service.settings,
      ...(service.name === 'subscription-service' && roomForSignups),
      ...environment,
    },
  })),
  postgres: { environment },
  durable: false,
  say: (line) => process.stderr.write(`${line}\n`),
});

export async function endPlatform(): Promise<void> {
  await platform.stop();
  await faked?.remove();
}
