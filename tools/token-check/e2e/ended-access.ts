import { setTimeout as delay } from 'node:timers/promises';
import { Processes, Tenant } from '@rapport/testbed';
import { beforeEach, test } from 'vitest';
import { newEndings } from '../src/endings.ts';
import { together } from '../src/together.ts';
import { platform } from './checked-platform.ts';
import { endSecrets } from './ended-secrets.ts';
import { meetGates } from './gates.ts';
import { endTokensOfClients } from './tokens-of-clients.ts';
import { endTokensOfPeople } from './tokens-of-people.ts';

const processes = new Processes(platform);

beforeEach(() => processes.untilReady());

test('under load no replica lets a token of a client or a person, or a secret, pass that was sent after its end was answered', () =>
  together((endAll) => endAll(), [endTokensOfClients, endTokensOfPeople, endSecrets]));

test('no replica lets an ended token or secret pass, and a cancelled tenant meets its gates on each, while Redis, killed just before, comes back empty', () =>
  together(
    async (endAll) => {
      const redis = await processes.of('redis');
      await processes.kill(redis);
      await endAll();
      await processes.untilReady(redis);
    },
    [endTokensOfClients, endSecrets, meetGates],
  ));

test('no replica lets an ended token of a client or a person pass, and a cancelled tenant meets its gates on each, while Redis is frozen, and when it goes on', () =>
  together(
    async (endAll) => {
      await processes.freeze(await processes.of('redis'));
      await endAll();
      await delay(frozenMs);
      await processes.thaw();
    },
    [endTokensOfClients, endTokensOfPeople, meetGates],
  ));

test('no replica lets an ended token or secret pass while Redis freezes during the call and goes on after it', () =>
  together(
    async (endAll) => {
      const redis = await processes.of('redis');
      const ended = endAll();
      await delay(Math.random() * callMs);
      await processes.freeze(redis);
      await ended;
      await delay(brieflyFrozenMs);
      await processes.thaw();
    },
    [endTokensOfClients, endSecrets],
  ));

test('no replica lets an ended token pass when Redis froze for a moment that only some processes noticed', async () => {
  const others = await newEndings(platform, await Tenant.make(platform.operator));
  await endTokensOfClients(async (endAll) => {
    await processes.freeze(await processes.of('redis'));
    const noticing = Promise.all(others.map((other) => other.end()));
    await delay(noticedMs);
    await processes.thaw();
    await endAll();
    await noticing;
  });
});

/** Longer than a copy of a state is valid that reached Redis at the last moment. */
const frozenMs = 2_750;
const brieflyFrozenMs = 1_000;
/** Shorter than a call takes until it has written to Redis. */
const callMs = 8;
/** Longer than a request waits for Redis, and shorter than a copy of a state lives there. */
const noticedMs = 300;
