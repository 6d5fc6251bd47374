import { setTimeout as delay } from 'node:timers/promises';
import { type Ending, Processes, Tenant, tokenRequest, Traffic, until } from '@rapport/testbed';
import { beforeAll, describe, expect, test } from 'vitest';
import { platform } from './checked-platform.ts';

const processes = new Processes(platform);
let namesBefore: string[];
let hammering: Traffic;
let end: number;

beforeAll(async () => {
  const tenant = await Tenant.make(platform.operator, { planCode: 'professional', tokenRequestsPerMinute: null });
  const limited = await tenant.client();
  namesBefore = await processes.names('token-service');
  end = performance.now() + windowMs + 8_000;
  const ask = () => ({ origin: platform.baseUrl, ...tokenRequest(limited) });
  hammering = Traffic.repeat([ask, ask, ask], { pauseMs: 150, answerMs: 15_000 });
  await until(
    () => passed().length >= limit,
    20_000,
    () => `${passed().length} requests got through`,
  );
});

// A file that leaves the counts of Redis alone needs no time of its own, because the window takes a minute.
describe.each([
  ['signing keys', async () => void (await import('./keys.ts'))],
  ['faults', async () => (await import('./faults.ts')).faultsOfOthers()],
  ['faults under reports', async () => void (await import('./report-faults.ts'))],
  ['shifted clocks', async () => void (await import('./clocks.ts'))],
])('%s', async (_, load) => {
  await load();
});

test(
  'never more than 30 get through in any 60 seconds, over two token services of which one died meanwhile',
  { timeout: 120_000 },
  async () => {
    await delay(Math.max(0, end - performance.now()));
    await hammering.stop();
    const all = passed();
    expect(await processes.names('token-service')).not.toEqual(namesBefore);
    expect(Math.max(...all.map(({ sentAt }) => passedWithin(sentAt, all)))).toBe(limit);
    expect(all.length).toBeGreaterThan(limit);
  },
);

function passed(): Ending[] {
  return hammering.within(0).filter(({ status }) => status === 200);
}

/** The requests that the server surely counted in the window from this time: it counts between sending and answer. */
function passedWithin(from: number, all: readonly Ending[]): number {
  return all.filter(({ sentAt, endedAt }) => sentAt >= from && endedAt < from + windowMs).length;
}

const limit = 30;
const windowMs = 60_000;
