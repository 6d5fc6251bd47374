import { setTimeout as delay } from 'node:timers/promises';
import { Tenant } from '@rapport/testbed';
import type { CheckedPlatform, TokenRuns } from '../checked-platform.ts';
import { newEndings } from '../endings/endings.ts';
import { endSecrets, endTokensOfClients, endTokensOfPeople, meetAccessRules } from '../endings/end-access.ts';
import { together, type Around } from '../endings/together.ts';

export const endedAccess: TokenRuns = {
  'under load no replica lets a token of a client or a person, or a secret, pass that was sent after its end was answered':
    ending([endTokensOfClients, endTokensOfPeople, endSecrets], (_, endAll) => endAll()),
  'no replica lets an ended token or secret pass, and a cancelled tenant meets its access rules on each, while Redis, killed just before, comes back empty':
    ending([endTokensOfClients, endSecrets, meetAccessRules], async ({ processes }, endAll) => {
      const redis = await processes.of('redis');
      await processes.kill(redis);
      await endAll();
      await processes.untilReady(redis);
    }),
  'no replica lets an ended token of a client or a person pass, and a cancelled tenant meets its access rules on each, while Redis is frozen, and when it goes on':
    ending([endTokensOfClients, endTokensOfPeople, meetAccessRules], async ({ processes }, endAll) => {
      await processes.freeze(await processes.of('redis'));
      await endAll();
      await delay(frozenMs);
      await processes.thaw();
    }),
  'no replica lets an ended token or secret pass while Redis freezes during the call and goes on after it': ending(
    [endTokensOfClients, endSecrets],
    async ({ processes }, endAll) => {
      const redis = await processes.of('redis');
      const ended = endAll();
      await delay(Math.random() * callMs);
      await processes.freeze(redis);
      await ended;
      await delay(brieflyFrozenMs);
      await processes.thaw();
    },
  ),
  'no replica lets an ended token pass when Redis froze for a moment that only some processes noticed': async (on) => {
    const { platform, processes } = on;
    await processes.untilReady();
    const others = await newEndings(platform, await Tenant.make(platform.operator));
    await endTokensOfClients(on, async (endAll) => {
      await processes.freeze(await processes.of('redis'));
      const noticing = Promise.all(others.map((other) => other.end()));
      await delay(noticedMs);
      await processes.thaw();
      await endAll();
      await noticing;
    });
  },
};

/** A play in which access of these kinds ends at the same time, with one fault around it. */
function ending(
  kinds: readonly ((on: CheckedPlatform, around: Around) => Promise<void>)[],
  fault: (on: CheckedPlatform, endAll: () => Promise<void>) => Promise<void>,
): TokenRuns[string] {
  return async (on) => {
    await on.processes.untilReady();
    const plays = kinds.map((end) => (around: Around) => end(on, around));
    await together((endAll) => fault(on, endAll), plays);
  };
}

/** Longer than a copy of a state is valid that reached Redis at the last moment. */
const frozenMs = 2_750;
const brieflyFrozenMs = 1_000;
/** Shorter than a call takes until it has written to Redis. */
const callMs = 8;
/** Longer than a request waits for Redis, and shorter than a copy of a state lives there. */
const noticedMs = 300;
