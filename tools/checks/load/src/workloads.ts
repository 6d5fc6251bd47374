import { setTimeout as delay } from 'node:timers/promises';
import { redisTimes } from '@rapport/load-tests/redis-times';
import type { LoadPlatform } from './platform/load-platform.ts';
import type { TenantPlan } from './platform/run-tenants.ts';
import { breakingPoint } from './judging/breaking-point.ts';
import type { Judge } from './judging/finding.ts';
import { isolationHolds } from './judging/isolation.ts';
import { memoryStaysFlat } from './judging/memory.ts';
import { insuranceCounted } from './judging/insurance.ts';
import { noMinuteAbove } from './judging/windows.ts';

export interface Workload {
  readonly name: string;
  readonly summary: string;
  /** Times are worth nothing where k6 lacked a processor; counts are. */
  readonly judgedBy: 'counts' | 'times';
  readonly tenants: readonly TenantPlan[];
  /** The act on the platform while k6 runs, once the script is prepared. Only a platform of its own bears that. */
  readonly meanwhile?: (platform: LoadPlatform, signal: AbortSignal) => Promise<void>;
  readonly judge?: Judge;
  /** FOLDER stands for the folder of the run. */
  readonly k6Options?: readonly string[];
  /** Variables of k6 where the caller's environment has none of the name. */
  readonly k6Environment?: Readonly<Record<string, string>>;
  /** The processes of its own platform, by service, where the caller names none. */
  readonly replicas?: Readonly<Record<string, number>>;
  /** Iterations that k6 could not begin are what this workload looks for. */
  readonly mayDrop?: true;
  /** A crossed threshold is what this workload looks for. */
  readonly seeksBreak?: true;
}

const usual: TenantPlan = { requestsPerMinute: 600, tokenRequestsPerMinute: 30, clients: 1 };
const roomy: TenantPlan = { requestsPerMinute: 10_000_000, tokenRequestsPerMinute: 1_000_000, clients: 1 };

export const workloads: readonly Workload[] = [
  {
    name: 'limits',
    summary: 'The limits are exact: of 700 requests at once 600 are let in, of 45 for a token 30.',
    judgedBy: 'counts',
    tenants: [{ ...usual, clients: 2 }],
  },
  {
    name: 'keys',
    summary: 'Each integration has its own limit, each client one for each address, and no header changes that.',
    judgedBy: 'counts',
    tenants: [{ ...usual, clients: 6 }],
    k6Environment: { K6_LOCAL_IPS: '127.0.0.1,127.0.0.2' },
  },
  {
    name: 'plans',
    summary: 'Limits of 60 and of 10,000 a minute are as exact as the usual one.',
    judgedBy: 'counts',
    tenants: [
      { ...usual, requestsPerMinute: 60 },
      { ...usual, requestsPerMinute: 10_000 },
    ],
  },
  {
    name: 'sustained',
    summary: '590 requests a minute for three minutes are all let in.',
    judgedBy: 'counts',
    tenants: [usual],
  },
  {
    name: 'over',
    summary: 'Of 660 requests a minute at most 600 are let in within any 60 seconds, and Retry-After is right.',
    judgedBy: 'counts',
    tenants: [usual, { ...usual, requestsPerMinute: 60 }],
    judge: noMinuteAbove(600),
    k6Options: ['--out=json=FOLDER/points.json'],
  },
  {
    name: 'redis-away',
    summary: 'While Redis is killed or frozen each process holds the limit for itself; afterwards it is exact again.',
    judgedBy: 'counts',
    tenants: [usual, usual],
    meanwhile: takeRedisAway,
    judge: insuranceCounted,
  },
  { name: 'smoke', summary: 'Every kind of request once, again and again.', judgedBy: 'counts', tenants: [roomy] },
  {
    name: 'average',
    summary: 'Many tenants within their limits, with every kind of request.',
    judgedBy: 'times',
    tenants: Array.from({ length: 100 }, () => usual),
  },
  {
    name: 'stress',
    summary: 'In steps to the highest load, and back.',
    judgedBy: 'times',
    tenants: Array.from({ length: 100 }, () => roomy),
  },
  {
    name: 'spike',
    summary: 'Eight times the load from one second to the next, and back.',
    judgedBy: 'times',
    tenants: Array.from({ length: 100 }, () => roomy),
    mayDrop: true,
  },
  {
    name: 'soak',
    summary: 'The same load for long; the memory of each service stays flat.',
    judgedBy: 'times',
    tenants: Array.from({ length: 50 }, () => roomy),
    judge: memoryStaysFlat,
  },
  {
    name: 'breakpoint',
    summary: 'More and more requests until an objective breaks: at which rate, and what was full then.',
    judgedBy: 'times',
    tenants: Array.from({ length: 100 }, () => roomy),
    mayDrop: true,
    seeksBreak: true,
    judge: breakingPoint,
  },
  {
    name: 'isolation',
    summary: 'A tenant at twice its limit costs another tenant nothing.',
    judgedBy: 'times',
    tenants: [usual, { ...usual, requestsPerMinute: 1_200 }],
    judge: isolationHolds,
  },
  {
    name: 'sync',
    summary: 'Clients write and follow the feed: none misses a change of its own.',
    judgedBy: 'counts',
    tenants: Array.from({ length: 10 }, () => roomy),
  },
  {
    name: 'rollout',
    summary: 'One process after the other restarts under load, and no request fails.',
    judgedBy: 'counts',
    tenants: Array.from({ length: 20 }, () => roomy),
    replicas: { 'public-api': 2, 'token-service': 2 },
    meanwhile: restartEach,
  },
];

async function takeRedisAway({ processes }: LoadPlatform, signal: AbortSignal): Promise<void> {
  const begunAt = performance.now();
  const at = (seconds: number): Promise<void> =>
    delay(Math.max(0, seconds * 1_000 - (performance.now() - begunAt)), undefined, { signal });
  await at(redisTimes.kill);
  for (const until = redisTimes.startAgain; performance.now() - begunAt < until * 1_000;) {
    // The platform starts it again, and a Redis that answers for a moment lets more in. So it is killed before it can.
    await processes.kill(await processes.of('redis'));
    await delay(20, undefined, { signal });
  }
  await at(redisTimes.freeze);
  await processes.freeze(await processes.of('redis'));
  await at(redisTimes.thaw);
  await processes.thaw();
}

async function restartEach({ processes }: LoadPlatform, signal: AbortSignal): Promise<void> {
  // The list of workloads is read by words that need no service.
  const { services } = await import('@rapport/installation');
  while (!signal.aborted) {
    for (const { name } of services) {
      for (const process of await processes.of(name)) {
        signal.throwIfAborted();
        await processes.terminate([process]);
        await processes.untilReady([process]);
      }
    }
  }
}
