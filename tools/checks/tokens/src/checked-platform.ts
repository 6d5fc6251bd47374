import { setTimeout as delay } from 'node:timers/promises';
import {
  type Credentials,
  type Play,
  Processes,
  type Say,
  TemporaryPlatform,
  Tenant,
  tokenRequest,
  Traffic,
} from '@rapport/testbed';

/** A platform with replicas of both APIs, two token services, and a client that asks for more tokens than its limit. */
export interface CheckedPlatform {
  readonly platform: TemporaryPlatform;
  readonly processes: Processes;
  readonly hammering: Traffic;
  readonly beganAt: number;
  /** The names of the token services in the beginning. */
  readonly issuers: readonly string[];
  stop(): Promise<void>;
}

/** The plays of a theme by their guarantees, on the platform that all of them share. */
export type TokenRuns = Readonly<Record<string, Play<CheckedPlatform>['run']>>;

/**
 * Between the clocks of the two token services are two minutes. A server that is killed loses nothing that the system has, so
 * nothing is forced to the disk.
 */
export async function startChecked(say: Say): Promise<CheckedPlatform> {
  const platform = await TemporaryPlatform.start({
    replicas: { 'token-service': 2, 'public-api': 3, 'application-api': 2 },
    replaced: { 'token-service': 'tools/checks/tokens/src/shifted-token-service.ts' },
    postgres: { settings: { fsync: 'off' } },
    say,
  });
  const processes = new Processes(platform);
  const issuers = await processes.names('token-service');
  const tenant = await Tenant.make(platform.operator, { planCode: 'professional', tokenRequestsPerMinute: null });
  const limited = { origin: platform.baseUrl, ...tokenRequest(await tenant.client()) };
  const beganAt = performance.now();
  const ask = () => limited;
  const hammering = Traffic.repeat([ask, ask, ask], { pauseMs: 150, answerMs: 15_000 });
  const stop = () => hammering.stop().then(() => platform.stop());
  return { platform, processes, hammering, beganAt, issuers, stop };
}

/** A play that begins a second after its requests have begun, and leaves a platform that is whole. */
export function under<L extends { stop(): Promise<void> }>(
  begin: (on: CheckedPlatform) => Promise<L>,
  run: (on: CheckedPlatform, load: L) => Promise<void>,
): TokenRuns[string] {
  return async (on) => {
    const load = await begin(on);
    try {
      await delay(1_000);
      await run(on, load);
    } finally {
      await on.processes.thaw();
      await load.stop();
      await on.processes.untilReady();
    }
  };
}

export async function twentyClients({ platform }: CheckedPlatform): Promise<Credentials[]> {
  const tenant = await Tenant.make(platform.operator);
  return Promise.all(Array.from({ length: 20 }, () => tenant.client()));
}
