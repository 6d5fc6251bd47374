import { setTimeout as delay } from 'node:timers/promises';
import { Processes, Tenant } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { askForToken } from '../src/token-load.ts';
import { platform } from './checked-platform.ts';

const windowMs = 60_000;
const seconds = 70;

test(
  'never more than 30 get through in any 60 seconds, over two token services of which one dies meanwhile',
  { timeout: 120_000 },
  async () => {
    const tenant = await Tenant.make(platform.operator, { planCode: 'professional', tokenRequestsPerMinute: null });
    const limited = await tenant.client();
    const passed: Passed[] = [];
    const until = performance.now() + seconds * 1_000;
    const processes = new Processes(platform);
    const killed = delay(30_000).then(async () => {
      const victims = (await processes.of('token-service')).slice(0, 1);
      await processes.kill(victims);
      return victims;
    });
    const hammer = async (): Promise<void> => {
      while (performance.now() < until) {
        const sentAt = performance.now();
        const { status } = await askForToken(platform.baseUrl, limited);
        if (status === 200) {
          passed.push({ sentAt, answeredAt: performance.now() });
        }
        await delay(150);
      }
    };
    await Promise.all([hammer(), hammer(), hammer()]);
    await processes.untilReady(await killed);
    expect(Math.max(...passed.map(({ sentAt }) => passedWithin(sentAt, passed)))).toBe(30);
    expect(passed.length).toBeGreaterThan(30);
  },
);

interface Passed {
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** The requests that the server surely counted in the window from this time: it counts between sending and answer. */
function passedWithin(from: number, all: readonly Passed[]): number {
  return all.filter(({ sentAt, answeredAt }) => sentAt >= from && answeredAt < from + windowMs).length;
}
