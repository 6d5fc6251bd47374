import { setTimeout as delay } from 'node:timers/promises';
import { Processes, Tenant } from '@rapport/testbed';
import { beforeAll, test } from 'vitest';
import type { AskedApi } from '../src/bearer-load.ts';
import { newPeopleEndings, newPerson } from '../src/people-endings.ts';
import { playEndings } from '../src/play-endings.ts';
import { platform } from './checked-platform.ts';

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
    await processes.freeze(await processes.of('redis'));
    await endAll();
    await delay(frozenMs);
    await processes.thaw();
  }));

/** A person whose session was not ended notices nothing. */
async function play(around: (endAll: () => Promise<void>) => Promise<void>): Promise<void> {
  await processes.untilReady();
  const endings = await newPeopleEndings(platform, tenant);
  const bystander = await (await newPerson(platform, tenant)).newToken();
  await playEndings(processes, { api, endings, bystander }, around);
}

const frozenMs = 1_000;
