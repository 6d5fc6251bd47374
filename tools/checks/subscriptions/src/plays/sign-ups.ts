import assert from 'node:assert/strict';
import { closedLoop, newName, newSession } from '@rapport/testbed';
import type { CountedPlatform, SubscriptionRuns } from './counted-platform.ts';
import { SigningUp } from './signing-up.ts';

/** The product promises it of 200 companies, which take minutes. */
export function signUps(companies: number): SubscriptionRuns {
  const title = `${companies} sign-ups at once under keys, repeated until they are answered, make as many tenants that work, also where a process is killed`;
  return { [title]: (on) => signUp(on, companies) };
}

async function signUp({ platform, processes }: CountedPlatform, companies: number): Promise<void> {
  const schemasBefore = await countSchemas(platform);
  const signups = Array.from({ length: companies }, () => new SigningUp());
  const all = Promise.all(signups.map((signup) => signup.untilItWorks(platform)));
  await signups[0]?.untilItWorks(platform);
  const victims = (await processes.of('subscription-service')).slice(0, 1);
  await processes.kill(victims);
  await all;
  await processes.untilReady(victims);
  const sizes = signups.map(({ tenantIds }) => tenantIds.size);
  assert.ok(
    sizes.every((size) => size === 1),
    `a sign-up made so many tenants: ${sizes.join(', ')}`,
  );
  const tenantIds = signups.flatMap((signup) => [...signup.tenantIds]);
  assert.equal(new Set(tenantIds).size, companies);
  const names = signups.map(({ body }) => body.organisationName);
  const made = await platform.query(ofNames, [names], 'administrator of control');
  assert.equal(made.length, companies);
  assert.equal(await countSchemas(platform), schemasBefore + companies);
  await expectAllWork(platform, signups);
}

type Platform = CountedPlatform['platform'];

/** The owner of each signs in and makes a customer. */
async function expectAllWork({ baseUrl }: Platform, signups: readonly SigningUp[]): Promise<void> {
  const companies = signups.values();
  const work = async (): Promise<void> => {
    const { body, tenantIds } = companies.next().value ?? assert.fail('no company is left');
    const person = { email: body.ownerEmail, password: body.password, tenantId: [...tenantIds][0] ?? '' };
    const { accessToken } = await newSession(baseUrl, person);
    const made = await fetch(`${baseUrl}/api/v1/customer/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: newName() }),
    });
    assert.equal(made.status, 200, await made.text());
  };
  await closedLoop(work, { underWay: 4, count: signups.length }).ended;
}

async function countSchemas(platform: Platform): Promise<number> {
  return (await platform.query(String.raw`select from pg_namespace where nspname ~ '^t\d+$'`)).length;
}

const ofNames = 'select id from control.tenant where name = any($1)';
