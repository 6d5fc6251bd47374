import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import { type Ending, until } from '@rapport/testbed';
import type { TokenRuns } from '../checked-platform.ts';

/** The window takes a minute, in which plays have their turn that leave the counts of Redis alone. */
export const limits: TokenRuns = {
  'never more than 30 get through in any 60 seconds, over two token services of which one died meanwhile': async ({
    processes,
    hammering,
    beganAt,
    issuers,
  }) => {
    const passed = (): Ending[] => hammering.within(0).filter(({ status }) => status === 200);
    await until(
      () => passed().length >= limit,
      20_000,
      () => `${passed().length} requests got through`,
    );
    if (isDeepStrictEqual(await processes.names('token-service'), issuers)) {
      await processes.kill((await processes.of('token-service')).slice(0, 1));
    }
    await delay(Math.max(0, beganAt + windowMs + 8_000 - performance.now()));
    await hammering.stop();
    const all = passed();
    assert.notDeepEqual(await processes.names('token-service'), issuers);
    assert.equal(Math.max(...all.map(({ sentAt }) => passedWithin(sentAt, all))), limit);
    assert.ok(all.length > limit, `${all.length} got through in all`);
  },
};

/** The requests that the server surely counted in the window from this time: it counts between sending and answer. */
function passedWithin(from: number, all: readonly Ending[]): number {
  return all.filter(({ sentAt, endedAt }) => sentAt >= from && endedAt < from + windowMs).length;
}

const limit = 30;
const windowMs = 60_000;
