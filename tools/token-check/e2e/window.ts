import { setTimeout as delay } from 'node:timers/promises';
import { Processes, Tenant, until } from '@rapport/testbed';
import { beforeAll, describe, expect, test } from 'vitest';
import { askForToken } from '../src/token-load.ts';
import { platform } from './checked-platform.ts';

const processes = new Processes(platform);
const passed: Passed[] = [];
let pidsBefore: (number | null)[];
let hammering: Promise<unknown>;

beforeAll(async () => {
  const tenant = await Tenant.make(platform.operator, { planCode: 'professional', tokenRequestsPerMinute: null });
  const limited = await tenant.client();
  pidsBefore = await pidsOfTokenServices();
  const end = performance.now() + windowMs + 8_000;
  const hammer = async (): Promise<void> => {
    while (performance.now() < end) {
      const sentAt = performance.now();
      const { status } = await askForToken(platform.baseUrl, limited);
      if (status === 200) {
        passed.push({ sentAt, answeredAt: performance.now() });
      }
      await delay(150);
    }
  };
  hammering = Promise.all([hammer(), hammer(), hammer()]);
  await until(
    () => passed.length >= limit,
    20_000,
    () => `${passed.length} requests got through`,
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
    await hammering;
    expect(await pidsOfTokenServices()).not.toEqual(pidsBefore);
    expect(Math.max(...passed.map(({ sentAt }) => passedWithin(sentAt, passed)))).toBe(limit);
    expect(passed.length).toBeGreaterThan(limit);
  },
);

interface Passed {
  readonly sentAt: number;
  readonly answeredAt: number;
}

async function pidsOfTokenServices(): Promise<(number | null)[]> {
  return (await processes.of('token-service')).map(({ pid }) => pid);
}

/** The requests that the server surely counted in the window from this time: it counts between sending and answer. */
function passedWithin(from: number, all: readonly Passed[]): number {
  return all.filter(({ sentAt, answeredAt }) => sentAt >= from && answeredAt < from + windowMs).length;
}

const limit = 30;
const windowMs = 60_000;
