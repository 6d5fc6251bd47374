import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { done, type Tenant } from '@rapport/testbed';
import { dayOf } from '../platform-clock.ts';
import { enough, type CountedPlatform, type SubscriptionRuns } from './counted-platform.ts';
import { noCounts, plus, type Counts } from './counted-traffic.ts';

export const usage: SubscriptionRuns = {
  'a process that is killed lacks at most its last ten seconds': killCounting,
  'the usage of mixed traffic over midnight is what its callers counted, on the day on which each was answered':
    async ({ platform, overMidnight }) => {
      if (overMidnight === undefined) {
        return { verdict: 'skipped', lines: ['no clock can be faked here'], figures: {} };
      }
      return judgeOverMidnight(platform, overMidnight);
    },
};

async function killCounting({ platform, processes, asking }: CountedPlatform): Promise<void> {
  const { tenant, victims, traffic, beganAt } = asking;
  await untilPassed(beganAt, writeEveryMs + busyMs + 5_000);
  await processes.kill(victims);
  const killedAt = performance.now();
  await traffic.stop();
  const answered = traffic.within(0).filter(({ status }) => status === 200);
  await processes.untilGone(victims);
  const counted = (await usageOf(platform, tenant)).reduce((sum, { requests }) => sum + requests, 0);
  const sure = answered.filter(({ endedAt }) => endedAt < killedAt - writeEveryMs - busyMs).length;
  assert.ok(sure > 30, `${sure} requests are surely counted`);
  assert.ok(counted >= sure, `${counted} of ${sure} were counted`);
  // The last request may have been counted without an answer.
  assert.ok(counted <= answered.length + 1, `${counted} of ${answered.length} were counted`);
  await processes.untilReady(victims);
}

async function judgeOverMidnight(
  platform: Platform,
  overMidnight: NonNullable<CountedPlatform['overMidnight']>,
): Promise<void> {
  const { tenant, traffic, midnight, stoppedAt } = overMidnight;
  assert.deepEqual(traffic.otherwise, []);
  const [before, after] = [traffic.answeredBefore(midnight), traffic.sentAfter(midnight)];
  assert.ok(before.requests >= enough && after.requests >= enough, `${before.requests}, then ${after.requests}`);
  // Nothing is missing, and nothing comes later: a batch that is sent again counts once.
  await untilPassed(stoppedAt, 2 * (writeEveryMs + busyMs));
  const days = await usageOf(platform, tenant);
  assert.deepEqual(days.reduce(plus, noCounts), plus(traffic.total, { tokensIssued: 1 }));
  const [first, second] = days.slice(-2);
  assert.deepEqual([first?.day, second?.day], [dayOf(midnight - 1), dayOf(midnight)]);
  // A request that was under way at midnight is on either day.
  for (const name of Object.keys(noCounts) as (keyof Counts)[]) {
    assert.ok((first?.[name] ?? -1) >= before[name], `${name}: ${first?.[name]} of ${before[name]}`);
    assert.ok((second?.[name] ?? -1) >= after[name], `${name}: ${second?.[name]} of ${after[name]}`);
  }
  const { recordsCreated, recordsDeleted } = traffic.total;
  assert.partialDeepStrictEqual(second, { records: recordsCreated - recordsDeleted, users: 2 });
}

type Platform = CountedPlatform['platform'];

function untilPassed(from: number, ms: number): Promise<void> {
  return delay(Math.max(0, from + ms - performance.now()));
}

async function usageOf({ operator }: Platform, { id }: Tenant) {
  return done(await operator.listUsage({ params: { tenantId: id } }), 200).days;
}

const writeEveryMs = 10_000;
/** The time that a write of counts takes on a machine that has other work. */
const busyMs = 2_000;
