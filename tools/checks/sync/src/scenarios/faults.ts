import { percentile } from '@rapport/testbed';
import { NotPossibleHere, type Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import {
  isAway,
  isAwayOrCut,
  isUnconnected,
  Siege,
  unnoticed,
  timesOf,
  within,
  type Excuse,
  type Fault,
} from '../nemesis/siege.ts';

interface Victim {
  readonly victim: string;
  readonly isExcused: Excuse;
  readonly promise: string;
  readonly set: Scenario['set'];
  /** The number of its processes that meet the fault; all where none is given. */
  readonly count?: number;
}

const killed: readonly Victim[] = [
  {
    victim: 'public-api',
    isExcused: isAwayOrCut,
    promise: 'costs reads nothing and writes at most a 503 or their connection, while the other process takes over',
    set: 'short',
    count: 1,
  },
  { victim: 'token-service', isExcused: unnoticed, promise: 'is not noticed by a client with a token', set: 'all' },
  { victim: 'subscription-service', isExcused: unnoticed, promise: 'is not noticed', set: 'all' },
  {
    victim: 'edge',
    isExcused: isUnconnected,
    promise: 'costs connections, which work again when it is back',
    set: 'short',
  },
  { victim: 'postgres', isExcused: isAway, promise: 'is answered with 503 until it is back', set: 'short' },
  { victim: 'redis', isExcused: unnoticed, promise: 'is not noticed, and makes nothing slow', set: 'short' },
  { victim: 'kafka', isExcused: unnoticed, promise: 'is not noticed', set: 'short' },
  { victim: 'change-feed-worker', isExcused: unnoticed, promise: 'is not noticed', set: 'short' },
];

const frozen: readonly Victim[] = [
  {
    victim: 'public-api',
    isExcused: isAway,
    promise: 'is answered by the other process, or with 503',
    set: 'all',
    count: 1,
  },
  { victim: 'token-service', isExcused: unnoticed, promise: 'is not noticed by a client with a token', set: 'all' },
  { victim: 'edge', isExcused: unnoticed, promise: 'makes everybody wait', set: 'all' },
  { victim: 'postgres', isExcused: isAway, promise: 'is answered with 503 until it goes on', set: 'all' },
  { victim: 'redis', isExcused: unnoticed, promise: 'is not noticed, and makes nothing slow', set: 'short' },
  { victim: 'kafka', isExcused: unnoticed, promise: 'is not noticed', set: 'all' },
  { victim: 'change-feed-worker', isExcused: unnoticed, promise: 'is not noticed', set: 'all' },
];

/** Each process is killed and frozen while clients write and synchronise: nothing is lost, doubled or missed. */
export const faultScenarios: readonly Scenario[] = [
  ...killed.map((faulty): Scenario => ({
    name: `kill-${faulty.victim}`,
    title: `a kill -9 of ${faulty.victim} under writes and reads ${faulty.promise}; nothing is lost, doubled or missed`,
    set: faulty.set,
    run: (stage) => under(stage, faulty, (siege) => siege.end(faulty.victim, 'kill', faulty.count)),
  })),
  ...frozen.map((faulty): Scenario => ({
    name: `freeze-${faulty.victim}`,
    title: `a freeze of ${faulty.victim} under writes and reads ${faulty.promise}; nothing is lost, doubled or missed`,
    set: faulty.set,
    run: (stage) => under(stage, faulty, (siege) => siege.freeze(faulty.victim, frozenMs, faulty.count)),
  })),
  {
    name: 'stop-public-api',
    title: 'a process of the public API that must stop ends its requests first: nothing is refused',
    set: 'short',
    run: (stage) =>
      under(stage, { victim: 'public-api', isExcused: unnoticed }, (siege) => siege.end('public-api', 'terminate', 1)),
  },
];

const frozenMs = 4_000;
const swiftMs = 250;
/** The time that a request pays that finds Redis away. */
const awayMs = 150;

async function under(
  stage: Stage,
  { victim, isExcused }: Pick<Victim, 'victim' | 'isExcused'>,
  strike: (siege: Siege) => Promise<Fault & { thawedAt?: number }>,
): Promise<void> {
  if (!(await stage.processes.has(victim))) {
    throw new NotPossibleHere(`the platform has no ${victim}`);
  }
  const siege = await Siege.begin(stage);
  const fault = await strike(siege);
  await siege.verify(fault, isExcused);
  if (victim === 'redis') {
    expectSwift(stage, siege, { from: fault.from, to: fault.thawedAt ?? fault.to });
  }
}

/**
 * The first requests may each have waited for Redis, and a machine with other work is slow for a few at any time. The time
 * around the fault shows what the machine adds.
 */
function expectSwift(stage: Stage, { work }: Siege, fault: Fault): void {
  const during = within(work.history.attempts, fault);
  const around = work.history.attempts.filter((attempt) => !during.includes(attempt));
  const [slow, usual, middle] = [
    percentile(timesOf(during), 0.95),
    percentile(timesOf(around), 0.95),
    percentile(timesOf(during), 0.5),
  ];
  stage.figure('p95 meanwhile', `${slow.toFixed(0)} ms, ${usual.toFixed(0)} ms around it`);
  stage.expect(
    slow < swiftMs + usual,
    `p95 of requests was ${slow.toFixed(0)} ms, ${usual.toFixed(0)} ms around the fault`,
  );
  stage.expect(middle < awayMs, `p50 of requests was ${middle.toFixed(0)} ms`);
}
