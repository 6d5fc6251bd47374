import { AuditLog } from '@rapport/audit';
import { operator as ada } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { byInstallation, newOperatorCredential, Operators } from './index.ts';

const databases = await databasesOfFile();
const context = untracedContext();
const owner = databases.connect('rapport_owner', { poolSize: 1 });
const [here, elsewhere] = [newService(), newService()];

function newService(): Operators {
  return new Operators(databases.connect('rapport_subscription_service', { poolSize: 2 }));
}

const ask = (operators: Operators, credential: string): Promise<string> =>
  operators.authenticate(context, `Bearer ${credential}`);

async function listed(name: string) {
  return (await here.list(context)).find((each) => each.name === name) ?? expect.fail('It is not listed.');
}

test('a credential is good on every replica until it is revoked, and its row and its name stay', async () => {
  const credential = await here.create(ada, { name: 'grace' });
  expect(await ask(elsewhere, credential)).toBe('grace');
  const used = await listed('grace');
  expect(used).toMatchObject({ expiresOnUtc: null, revokedOnUtc: null, lastUsedOnUtc: expect.any(String) as string });

  await here.revoke(ada, 'grace');
  for (const operators of [here, elsewhere]) {
    await expect(ask(operators, credential)).rejects.toMatchObject({ code: 'token_invalid' });
  }
  const revoked = await listed('grace');
  expect(revoked).toEqual({ ...used, revokedOnUtc: expect.any(String) as string });
  await here.revoke(ada, 'grace');
  expect(await listed('grace')).toEqual(revoked);
  for (const name of ['grace', 'Grace']) {
    await expect(elsewhere.create(ada, { name })).rejects.toMatchObject({ code: 'name_conflict' });
  }
  await expect(here.revoke(ada, 'nobody')).rejects.toMatchObject({ code: 'not_found' });
  const { data } = await new AuditLog(owner).list(context, {}, { pageSize: 50 });
  expect(data.map(({ event, subject }) => [event, subject])).toEqual([
    ['operator.revoked', 'grace'],
    ['operator.created', 'grace'],
  ]);
});

test('a credential ends by itself, and none is made that would have ended already', async () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const credential = await here.create(ada, { name: 'temporary', expiresOnUtc: soon });
  expect(await ask(here, credential)).toBe('temporary');
  await owner.control.query(context, expire.with({ name: 'temporary' }));
  await expect(ask(here, credential)).rejects.toMatchObject({ code: 'token_invalid' });
  const past = here.create(ada, { name: 'late', expiresOnUtc: '2026-01-31T09:30:00Z' });
  await expect(past).rejects.toMatchObject({
    code: 'validation_failed',
    errors: { expiresOnUtc: expect.anything() as unknown },
  });
});

test('the last use is written once an hour, however many requests come', async () => {
  const credential = await here.create(ada, { name: 'busy' });
  const useAtOnce = () =>
    Promise.all([here, elsewhere, here, elsewhere].map((operators) => ask(operators, credential)));
  await useAtOnce();
  const { lastUsedOnUtc } = await listed('busy');
  await useAtOnce();
  expect((await listed('busy')).lastUsedOnUtc).toBe(lastUsedOnUtc);
  await owner.control.query(context, age.with({ name: 'busy' }));
  const { lastUsedOnUtc: aged } = await listed('busy');
  await useAtOnce();
  expect((await listed('busy')).lastUsedOnUtc).not.toBe(aged);
});

test('an installation makes the operator of its secret once, and not again when that was revoked', async () => {
  const [first, second] = [newOperatorCredential(), newOperatorCredential()];
  const ensure = (credential: string): Promise<void> =>
    byInstallation(owner, (operators, by) => operators.ensure(by, { name: 'installation', credential }));
  await ensure(first);
  await ensure(first);
  await expect(ensure(second)).rejects.toMatchObject({ code: 'name_conflict' });
  await here.revoke(ada, 'installation');
  await ensure(first);
  await expect(ask(here, first)).rejects.toMatchObject({ code: 'token_invalid' });
  const { data } = await new AuditLog(owner).list(context, {}, { pageSize: 2 });
  expect(data).toMatchObject([
    { event: 'operator.revoked', actor: 'operator:test' },
    { event: 'operator.created', actor: 'system', tenantId: null, subject: 'installation' },
  ]);
  expect(JSON.stringify(data)).not.toContain('rpt_op');
});

test('operators are made and ended after a stand-still of months too, in which nobody tended the audit', async () => {
  await owner.control.query(context, dropMonths);
  await byInstallation(owner, (operators, by) => operators.create(by, { name: 'eve' }));
  await owner.control.query(context, dropMonths);
  await byInstallation(owner, (operators, by) => operators.revoke(by, 'eve'));
  expect((await new AuditLog(owner).list(context, {}, { pageSize: 1 })).data).toMatchObject([{ subject: 'eve' }]);
});

const expire = statement(
  't_expire',
  `update control.operator set created_on = '2026-01-01', expires_on = '2026-01-02' where name = :name`,
);
const age = statement(
  't_age',
  `update control.operator set last_used_on = last_used_on - interval '61 minutes' where name = :name`,
);
const dropMonths = statement(
  't_drop_months',
  `do $$ declare month regclass; begin
  for month in select inhrelid::regclass from pg_inherits where inhparent = 'control.audit'::regclass loop
    execute 'drop table ' || month;
  end loop;
end $$`,
);
