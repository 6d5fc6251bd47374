import assert from 'node:assert/strict';
import { done, outcomeOf, Tenant, type Traffic } from '@rapport/testbed';
import type { CheckedPlatform } from '../checked-platform.ts';
import { bearerTraffic, secretTraffic, type AskedApi } from '../token-traffic.ts';
import { newBearer, newEndings, type Ending } from './endings.ts';
import { newPeopleEndings, newPerson } from './people-endings.ts';
import { expectAll, playEndings, underLoad, type Subject } from './play-endings.ts';
import { newSecretEndings, type SecretEnding } from './secret-endings.ts';
import type { Around } from './together.ts';

/** Tokens of clients on three replicas end in every way. */
export async function endTokensOfClients(on: CheckedPlatform, around: Around): Promise<void> {
  const tenant = await Tenant.make(on.platform.operator);
  const api = await publicApi(on);
  const endings = await newEndings(on.platform, tenant);
  const { token } = await newBearer(on.platform, tenant);
  const subjects = endings.map((ending) => tokenSubject(ending, api));
  await playEndings(on, subjects, [bearerTraffic(api, token)], around);
}

/** Tokens of people on two replicas end in every way. */
export async function endTokensOfPeople(on: CheckedPlatform, around: Around): Promise<void> {
  const tenant = await Tenant.make(on.platform.operator);
  const api = await applicationApi(on);
  const endings = await newPeopleEndings(on.platform, tenant);
  const token = await (await newPerson(on.platform, tenant)).newToken();
  const subjects = endings.map((ending) => tokenSubject(ending, api));
  await playEndings(on, subjects, [bearerTraffic(api, token)], around);
}

/** Secrets end in every way, on two replicas, and those that live on notice nothing. */
export async function endSecrets(on: CheckedPlatform, around: Around): Promise<void> {
  const tenant = await Tenant.make(on.platform.operator);
  const replicas = await replicasOf(on, 'token-service');
  const endings = await newSecretEndings(on.platform, tenant);
  const unhurt = [secretTraffic(replicas, await tenant.client())];
  await playEndings(
    on,
    endings.map((ending) => secretSubject(ending, replicas, unhurt)),
    unhurt,
    around,
  );
}

/** A cancelled tenant meets its access rules on every replica of each surface. */
export async function meetAccessRules(on: CheckedPlatform, around: Around): Promise<void> {
  const { platform } = on;
  const tenant = await Tenant.make(platform.operator);
  const [api, ofPeople] = [await publicApi(on), await applicationApi(on)];
  const issuers = await replicasOf(on, 'token-service');
  const { client, token } = await newBearer(platform, tenant);
  const person = await (await newPerson(platform, tenant)).newToken();
  let cancelling: Promise<unknown> | undefined;
  const cancel = async () => {
    const params = { tenantId: tenant.id };
    done(await platform.operator.cancelSubscription({ params, body: { effective: 'now' } }), 200);
  };
  const rule = (
    name: string,
    replicas: readonly string[],
    load: Traffic,
    [status, code]: [number, string?],
  ): Subject => {
    const answersNow = () => underLoad(subject, performance.now());
    const outcome = code === undefined ? String(status) : `${status} ${code}`;
    const subject: Subject = {
      ...{ name, replicas, load, refusals: [status], ended: answersNow, goesOn: answersNow },
      end: () => (cancelling ??= cancel()),
      judge: (replica, endedAt) =>
        expectAll(load.within(endedAt, Infinity, replica), outcomeOf, outcome, `${name} after`),
    };
    return subject;
  };
  const closed: [number, string] = [403, 'subscription_required'];
  const subjects = [
    rule('the public API', api.replicas, bearerTraffic(api, token), closed),
    rule('the application API', ofPeople.replicas, bearerTraffic(ofPeople, person), closed),
    rule('the token endpoint', issuers, secretTraffic(issuers, client), [200]),
  ];
  await playEndings(on, subjects, [], around);
}

function tokenSubject({ name, token, code, end, enable, newToken }: Ending, api: AskedApi): Subject {
  const load = bearerTraffic(api, token);
  let [enabledFrom, enabledAt] = [Infinity, Infinity];
  const subject: Subject = {
    ...{ name, replicas: api.replicas, load, refusals: [401], end },
    // It stays dead where its principal is let in again, with new tokens.
    goesOn: async () => {
      enabledFrom = performance.now();
      await enable?.();
      enabledAt = performance.now();
      const fresh = bearerTraffic(api, await newToken());
      await underLoad(subject, enabledAt);
      await fresh.stop();
      expectAll(fresh.within(0), outcomeOf, '200', `a new token after ${name}`);
    },
    judge: (replica, endedAt) => {
      expectAll(load.within(endedAt, enabledFrom, replica), outcomeOf, `401 ${code}`, `after ${name}`);
      expectAll(load.within(enabledAt, Infinity, replica), outcomeOf, '401 token_invalid', `enabled after ${name}`);
    },
  };
  return subject;
}

function secretSubject(
  { name, client, end, survivor }: SecretEnding,
  replicas: readonly string[],
  unhurt: Traffic[],
): Subject {
  return {
    // An address that fails this often may be answered that it is too often, and nothing else.
    ...{ name, replicas, load: secretTraffic(replicas, client), refusals: [401, 429], end },
    ended: async () => {
      const alive = survivor();
      unhurt.push(...(alive ? [secretTraffic(replicas, alive)] : []));
    },
  };
}

async function publicApi(on: CheckedPlatform): Promise<AskedApi> {
  return { replicas: await replicasOf(on, 'public-api'), path: '/api/v1/customers?pageSize=1' };
}

async function applicationApi(on: CheckedPlatform): Promise<AskedApi> {
  return { replicas: await replicasOf(on, 'application-api'), path: '/api/v1/user/me' };
}

async function replicasOf({ processes }: CheckedPlatform, service: string): Promise<string[]> {
  const replicas = (await processes.of(service)).map(({ url }) => url);
  assert.ok(replicas.length >= 2, `there are ${replicas.length} of ${service}`);
  return replicas;
}
