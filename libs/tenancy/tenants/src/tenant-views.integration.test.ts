import { createHash } from 'node:crypto';
import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { newId } from '@rapport/kernel';
import { Subscriptions } from '@rapport/subscriptions';
import { expect, test } from 'vitest';
import { TenantCreation } from './tenant-creation.ts';
import { TenantList } from './tenant-list.ts';
import { TenantViews } from './tenant-views.ts';
import { bindTenants } from './testing/bind-tenants.ts';
import { newTenant } from './testing/new-tenant.ts';

const stage = await Stage.ofFile(bindTenants);
const { asOwner, running } = stage;
const views = running.get(TenantViews);

test('a tenant is shown whole to its owners, and to operators with where it is kept beside that', async () => {
  const { created } = await running
    .get(TenantCreation)
    .create(operator, newTenant({ billing: 'manual', requestsPerMinute: 700 }));
  const { tenantId, owner, schema } = created;
  await asOwner.control.query(operator, countRecords.with({ tenantId }));
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
  const shown = {
    tenantId,
    organisationName: 'A tenant',
    state: 'active',
    suspendedFor: [],
    createdOnUtc: time,
    verifyByUtc: null,
    owners: [{ userId: owner.userId, name: owner.email, email: owner.email, isVerified: true }],
    provisioning: null,
    subscription: {
      ...{ planCode: 'free', status: 'active', billing: 'manual', trialEndsOnUtc: null, periodEndsOnUtc: time },
      ...{ cancelsOnUtc: null, pendingPlanCode: null, pastDueSinceUtc: null, suspendsOnUtc: null },
    },
    entitlements: expect.objectContaining({
      publicApi: false,
      requestsPerMinute: 700,
      users: 3,
      records: 1000,
    }) as object,
    use: { users: 1, records: 12 },
  };
  expect(await views.show(operator, tenantId)).toEqual(shown);
  const [newest] = await asOwner.cell('cell').query<{ version: number }>(operator, newestVersion);
  expect(await views.showToOperator(operator, tenantId)).toEqual({
    ...{ ...shown, number: Number(schema.slice(1)), schema, cell: 'cell', schemaVersion: newest?.version },
    ...{ overrides: { requestsPerMinute: 700 }, work: [] },
  });
});

test('a suspended tenant says why it is', async () => {
  const { tenantId } = (await running.get(TenantCreation).create(operator, newTenant())).created;
  await running.get(Subscriptions).suspend(operator, tenantId);
  expect(await views.show(operator, tenantId)).toMatchObject({ state: 'suspended', suspendedFor: ['operator'] });
});

test('a tenant whose making waits for its cell says at which step it is and why, also while the cell is away', async () => {
  const away = stage.startWithoutCell();
  const key = { key: 'one', fingerprint: createHash('sha256').update('a request').digest() };
  await expect(away.get(TenantCreation).create(operator, newTenant(), key)).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  const tenants = await running.get(TenantList).page(operator, { pageSize: 200 });
  const { tenantId } = tenants.find(({ state }) => state === 'provisioning') ?? expect.fail('there is none');
  const at = { step: 'schema', attempts: 0, failure: expect.stringContaining('not available') as string };
  const work = [{ kind: 'tenant', ...at, nextTryOnUtc: expect.any(String) as string }];
  expect(await away.get(TenantViews).showToOperator(operator, tenantId)).toMatchObject({
    ...{ state: 'provisioning', provisioning: at, schemaVersion: null, work },
  });
  expect(await views.show(operator, tenantId)).toMatchObject({ provisioning: at });
});

test('an unknown tenant is not found', async () => {
  await expect(views.show(operator, newId())).rejects.toMatchObject({ code: 'not_found' });
  await expect(views.showToOperator(operator, newId())).rejects.toMatchObject({ code: 'not_found' });
});

const countRecords = statement(
  't_count_records',
  `insert into control.record_count (tenant_id, counted_to, records) values (:tenantId, 0, 12)
on conflict (tenant_id) do update set records = 12`,
);
const newestVersion = statement(
  't_newest_version',
  `select max(version) as version from cell.migration where scope = 'tenant'`,
);
