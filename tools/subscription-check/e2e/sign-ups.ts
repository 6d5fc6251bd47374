import { newName, newSession, Processes } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { SigningUp } from '../src/signing-up.ts';
import { platform } from './checked-platform.ts';

const { baseUrl } = platform;
/** The companies that sign up at once. The product promises it of 200, which take minutes. */
const companies = Number(process.env['SIGNUPS_AT_ONCE'] ?? 16);

test(`${companies} sign-ups at once under keys, repeated until they are answered, make as many tenants that work, also where a process is killed`, async () => {
  const processes = new Processes(platform);
  const schemasBefore = await countSchemas();
  const signups = Array.from({ length: companies }, () => new SigningUp());
  const all = Promise.all(signups.map((signup) => signup.untilItWorks(platform)));
  await signups[0]?.untilItWorks(platform);
  const victims = (await processes.of('subscription-service')).slice(0, 1);
  await processes.kill(victims);
  await all;
  await processes.untilReady(victims);
  expect(signups.map(({ tenantIds }) => tenantIds.size)).toEqual(signups.map(() => 1));
  const tenantIds = signups.flatMap((signup) => [...signup.tenantIds]);
  expect(new Set(tenantIds).size).toBe(companies);
  const names = signups.map(({ body }) => body.organisationName);
  expect(await query('select id from control.tenant where name = any($1)', [names])).toHaveLength(companies);
  expect(await countSchemas()).toBe(schemasBefore + companies);
  await expectAllWork(signups);
}, 900_000);

/** The owner of each signs in and makes a customer. */
async function expectAllWork(signups: readonly SigningUp[]): Promise<void> {
  const waiting = [...signups];
  const work = async (): Promise<void> => {
    for (let signup = waiting.shift(); signup; signup = waiting.shift()) {
      const { ownerEmail: email, password } = signup.body;
      const person = { email, password, tenantId: [...signup.tenantIds][0] ?? '' };
      const { accessToken } = await newSession(baseUrl, person);
      const made = await fetch(`${baseUrl}/api/v1/customer/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: newName() }),
      });
      expect(made.status, await made.text()).toBe(200);
    }
  };
  await Promise.all([work(), work(), work(), work()]);
}

async function countSchemas(): Promise<number> {
  return (await platform.query(String.raw`select from pg_namespace where nspname ~ '^t\d+$'`)).length;
}

function query(text: string, values: readonly unknown[]): Promise<object[]> {
  return platform.query(text, values, 'administrator of control');
}
