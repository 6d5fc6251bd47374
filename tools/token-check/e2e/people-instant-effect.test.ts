import { setTimeout as delay } from 'node:timers/promises';
import { Processes, RunningPlatform, Tenant } from '@rapport/testbed';
import { beforeAll, expect, inject, test } from 'vitest';
import { BearerLoad, type AskedApi } from '../src/bearer-load.ts';
import { EndedToken } from '../src/ended-token.ts';
import { newPeopleEndings, newPerson } from '../src/people-endings.ts';

const platform = new RunningPlatform(inject('checkedPlatform'));
const processes = new Processes(platform);
let tenant: Tenant;
let api: AskedApi;

beforeAll(async () => {
  tenant = await Tenant.make(platform.operator);
  const replicas = (await processes.of('application-api')).map(({ url }) => url);
  api = { replicas, path: '/api/v1/user/me' };
});

test('under load two replicas let no request of a person pass that was sent after the answer', () =>
  play((endAll) => endAll()));

test('no request of a person passes that was sent after the answer while Redis is frozen, and when it goes on', () =>
  play(async (endAll) => {
    await signalRedis('SIGSTOP');
    await endAll();
    await delay(frozenMs);
    await signalRedis('SIGCONT');
  }));

/** Ends the tokens of people in every way, with a fault of Redis around it. Another person notices nothing. */
async function play(around: (endAll: () => Promise<void>) => Promise<void>): Promise<void> {
  await processes.untilReady();
  const subjects = (await newPeopleEndings(platform, tenant)).map((ending) => new EndedToken(ending, api));
  const bystander = new BearerLoad(api, await (await newPerson(platform, tenant)).newToken());
  const began = performance.now();
  try {
    await Promise.all(subjects.map((subject) => subject.isUnderLoad()));
    await around(async () => {
      await Promise.all(subjects.map((subject) => subject.end()));
    });
    await Promise.all(subjects.map((subject) => subject.isDead()));
    await Promise.all(subjects.map((subject) => subject.staysDead()));
  } finally {
    await signalRedis('SIGCONT');
    await Promise.all([bystander.stop(), ...subjects.map(({ load }) => load.stop())]);
  }
  for (const subject of subjects) {
    subject.judge();
  }
  expect(bystander.sentWithin(began, Infinity).filter(({ status }) => status !== 200)).toEqual([]);
}

async function signalRedis(signal: NodeJS.Signals): Promise<void> {
  await processes.signal(
    (await processes.of('redis')).map(({ pid }) => pid),
    signal,
  );
}

const frozenMs = 1_000;
