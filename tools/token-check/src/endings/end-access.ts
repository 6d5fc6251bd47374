import assert from 'node:assert/strict';
import { Tenant } from '@rapport/testbed';
import type { CheckedPlatform } from '../checked-platform.ts';
import { bearerTraffic, secretTraffic } from '../token-traffic.ts';
import { EndedSecret } from './ended-secret.ts';
import { EndedToken } from './ended-token.ts';
import { newBearer, newEndings } from './endings.ts';
import { newPeopleEndings, newPerson } from './people-endings.ts';
import { playEndings } from './play-endings.ts';
import { newSecretEndings } from './secret-endings.ts';
import type { Around } from './together.ts';

/** Tokens of clients on three replicas end in every way. */
export async function endTokensOfClients(on: CheckedPlatform, around: Around): Promise<void> {
  const tenant = await Tenant.make(on.platform.operator);
  const api = { replicas: await replicasOf(on, 'public-api'), path: '/api/v1/customers?pageSize=1' };
  const endings = await newEndings(on.platform, tenant);
  const { token } = await newBearer(on.platform, tenant);
  const subjects = endings.map((ending) => new EndedToken(ending, api));
  await playEndings(on, { subjects, bystander: bearerTraffic(api, token) }, around);
}

/** Tokens of people on two replicas end in every way. */
export async function endTokensOfPeople(on: CheckedPlatform, around: Around): Promise<void> {
  const tenant = await Tenant.make(on.platform.operator);
  const api = { replicas: await replicasOf(on, 'application-api'), path: '/api/v1/user/me' };
  const endings = await newPeopleEndings(on.platform, tenant);
  const token = await (await newPerson(on.platform, tenant)).newToken();
  const subjects = endings.map((ending) => new EndedToken(ending, api));
  await playEndings(on, { subjects, bystander: bearerTraffic(api, token) }, around);
}

/** Secrets end in every way, on two replicas. */
export async function endSecrets(on: CheckedPlatform, around: Around): Promise<void> {
  const tenant = await Tenant.make(on.platform.operator);
  const replicas = await replicasOf(on, 'token-service');
  assert.equal(replicas.length, 2);
  const endings = await newSecretEndings(on.platform, tenant);
  const bystander = secretTraffic(replicas, await tenant.client());
  await playEndings(on, { subjects: endings.map((ending) => new EndedSecret(ending, replicas)), bystander }, around);
}

export async function replicasOf({ processes }: CheckedPlatform, service: string): Promise<string[]> {
  return (await processes.of(service)).map(({ url }) => url);
}
