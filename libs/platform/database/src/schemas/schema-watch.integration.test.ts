import { untracedContext } from '@rapport/kernel';
import { expect, test, vi } from 'vitest';
import { TenantBehind } from '../failures.ts';
import { statement } from '../statements/statement.ts';
import { databasesOfFile } from '../testing/index.ts';

const context = untracedContext();
const one = statement('one', 'select 1 as n');
const soon = { timeout: 30_000, interval: 50 };
const databases = await databasesOfFile();

for (const number of [1, 2, 3]) {
  await databases.createTenant(number);
}

const setVersion = (tenant: number, version: string): Promise<void> =>
  databases
    .connect('rapport_owner', { poolSize: 1 })
    .cell('cell')
    .script(context, 'set_version', `update cell.tenant_schema set version = ${version} where tenant = ${tenant}`);

test('while tenants migrate, requests of those that are behind are refused, and no others', async () => {
  const newest = '(select max(version) from cell.migration where scope = $$tenant$$)';
  await setVersion(2, `${newest} - 1`);
  await setVersion(3, `${newest} + 1`);
  const service = databases.connect('rapport_public_api');
  await service.schemas.start();
  const ask = (number: number): Promise<unknown> =>
    Promise.resolve().then(() => service.tenant({ number, cell: 'cell' }).query(context, one));
  expect(await ask(1)).toEqual([{ n: 1 }]);
  expect(await ask(3)).toEqual([{ n: 1 }]);
  await expect(ask(2)).rejects.toThrow(TenantBehind);
  await expect(ask(2)).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '5' } });
  await setVersion(2, newest);
  await vi.waitUntil(
    () =>
      ask(2)
        .then(() => true)
        .catch(() => false),
    soon,
  );
});

test.each([
  'rapport_token_service',
  'rapport_public_api',
  'rapport_application_api',
  'rapport_subscription_service',
  'rapport_change_feed_worker',
] as const)('%s may see how old the schemas are', async (role) => {
  const cells = role === 'rapport_token_service' ? { cells: {} } : {};
  const { schemas } = databases.connect(role, cells);
  await schemas.start();
  expect(schemas.isReady).toBe(true);
});

test('the tenants that are behind are found by the index of their versions', async () => {
  const sql = databases.connect('rapport_public_api', { poolSize: 1 }).cell('cell');
  const plan = await sql.query<Record<string, string>>(
    context,
    statement('plan', 'explain select tenant from cell.tenant_schema where version < 5'),
  );
  expect(JSON.stringify(plan)).toContain('tenant_schema_version');
});
