import { createHash, scryptSync } from 'node:crypto';
import { connectProcesses, operator } from '@rapport/container/testing';
import { statement, type Database } from '@rapport/database';
import { createTestDatabases, hasDied, mortalDatabase, Mortality, type TestDatabases } from '@rapport/database/testing';
import { beginSession } from '@rapport/people/testing';
import { CellWork } from '@rapport/sagas';
import { RecordCounting } from '@rapport/usage';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { TenantCreation, type CreatedTenant } from './tenant-creation.ts';
import { TenantList } from './tenant-list.ts';
import { ensureCells } from './tenant-service.ts';
import type { OperatorsTenant } from './tenant.ts';
import { bindTenants } from './testing/bind-tenants.ts';
import { newTenant } from './testing/new-tenant.ts';

const fingerprint = createHash('sha256').update('a request').digest();

let databases: TestDatabases;
let database: Database;
let asOwner: Database;
let creation: TenantCreation;
let cellWork: CellWork;
let tenants: TenantList;

const processes = await connectProcesses(inject('redisUrl'), bindTenants);
afterAll(() => processes.redis.close());

beforeEach(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  database = databases.connect('rapport_subscription_service');
  asOwner = databases.connect('rapport_owner', { poolSize: 1 });
  await ensureCells(operator, asOwner.control, ['cell']);
  const container = processes.start(database);
  creation = container.get(TenantCreation);
  cellWork = container.get(CellWork);
  tenants = container.get(TenantList);
  return () => databases.drop();
});

test('a creation without a key that fails leaves nothing in control', async () => {
  await expect(withoutCell().create(operator, newTenant())).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await left()).toEqual({ tenants: 0, logins: 0, users: 0, roles: 0, work: 0, creations: 0 });
  expect((await creation.create(operator, newTenant())).created.owner.password).toEqual(expect.any(String));
});

test('a creation without a key that fails leaves nothing in the cell, whatever step its process dies at', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    const died = await hasDied(dyingAt(diesAt).create(operator, newTenant()));
    await cellWork.resume(operator);
    await afterSomeTime();
    await creation.cleanUp(operator);
    await afterSomeTime();
    await creation.cleanUp(operator);
    const numbers = await asOwner.cell('cell').query<{ tenant: number }>(operator, listSchemas);
    const known = await tenants.page(operator, { pageSize: 200 });
    expect(numbers.map(({ tenant }) => tenant)).toEqual(known.map(({ number }) => number));
    // The last step comes after the tenant has become active.
    expect(known.length, `after a death at step ${diesAt}`).toBeLessThanOrEqual(died ? 1 : 2);
    if (!died) {
      expect(diesAt).toBeGreaterThan(10);
      return;
    }
  }
}, 120_000);

test('a repeated call with a key answers with the owner and a valid password, whatever step the first call died at', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    const input = newTenant();
    const key = { key: `key ${diesAt}`, fingerprint };
    const died = await hasDied(dyingAt(diesAt).create(operator, input, key));
    await asOwner.control.query(operator, endHolds);
    await asOwner.control.query(operator, endWorkHolds);
    const first = await creation.create(operator, input, key);
    await expectWhole(first.created, input);
    if (!died) {
      expect(first.isRepeated).toBe(true);
      const second = await creation.create(operator, input, key);
      expect(second).toMatchObject({ isRepeated: true, created: { tenantId: first.created.tenantId } });
      await expectWhole(second.created, input);
      return;
    }
  }
}, 120_000);

test('a creation with a key that ended in 503 goes on where it ended', async () => {
  const [input, key] = [newTenant(), { key: 'one', fingerprint }];
  await expect(withoutCell().create(operator, input, key)).rejects.toMatchObject({ code: 'service_unavailable' });
  await creation.cleanUp(operator);
  const { created, isRepeated } = await creation.create(operator, input, key);
  expect(isRepeated).toBe(true);
  await expectWhole(created, input);
});

test('if several calls with one key come at once, one of them makes the tenant', async () => {
  const [input, key] = [newTenant(), { key: 'one', fingerprint }];
  const calls = await Promise.allSettled([1, 2, 3, 4].map(() => creation.create(operator, input, key)));
  const made = calls.filter((call) => call.status === 'fulfilled');
  const refused = calls.filter((call) => call.status === 'rejected');
  expect(made.length).toBeGreaterThan(0);
  for (const { reason } of refused) {
    expect(reason).toMatchObject({ code: 'idempotency_in_progress' });
  }
  expect(await left()).toMatchObject({ tenants: 1, creations: 1, logins: 1 });
});

test('a key that was used for another request is refused', async () => {
  await creation.create(operator, newTenant(), { key: 'one', fingerprint });
  const other = { key: 'one', fingerprint: createHash('sha256').update('another').digest() };
  await expect(creation.create(operator, newTenant(), other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

test('a password that the owner has changed, or had before the creation, stays', async () => {
  const [input, key] = [newTenant(), { key: 'one', fingerprint }];
  await creation.create(operator, input, key);
  await asOwner.control.query(operator, changePassword.with(input));
  expect((await creation.create(operator, input, key)).created.owner.password).toBeNull();
  const again = { key: 'two', fingerprint };
  expect((await creation.create(operator, input, again)).created.owner.password).toBeNull();
  expect((await creation.create(operator, input, again)).created.owner.password).toBeNull();
});

test('a tenant whose caller got no answer is kept if it is in use by then', async () => {
  const { created } = await creation.create(operator, newTenant(), { key: 'one', fingerprint });
  await asOwner.control.query(operator, forgetKeys);
  await asOwner.control.query(operator, addTeam.with(created));
  await afterSomeTime();
  await creation.cleanUp(operator);
  expect(await left()).toMatchObject({ tenants: 1, creations: 0 });
});

test('a tenant whose owner has signed in is kept, with its records, and one that cannot be removed keeps no other', async () => {
  const running = processes.start(database);
  const [used, stuck, gone] = await Promise.all(
    ['one', 'two', 'three'].map((key) => creation.create(operator, newTenant(), { key, fingerprint })),
  );
  const session = await beginSession(running, asOwner, used?.created.owner.userId ?? '');
  await asOwner.control.query(operator, holdOwner.with({ userId: stuck?.created.owner.userId }));
  await asOwner.control.query(operator, forgetKeys);
  await afterSomeTime();
  await creation.cleanUp(operator);
  expect(await processes.metrics.text()).toMatch(/^tenant_creations_not_taken_back_total 1$/m);
  await asOwner.control.query(operator, purgeSession.with({ sessionId: session }));
  await afterSomeTime();
  await creation.cleanUp(operator);
  const left = await tenants.page(operator, { pageSize: 200 });
  expect(left.map(({ tenantId }) => tenantId)).toEqual([used, stuck].map((one) => one?.created.tenantId).toSorted());
  const schemas = await asOwner.cell('cell').query<{ tenant: number }>(operator, listSchemas);
  expect(schemas.map(({ tenant }) => tenant)).toEqual(left.map(({ number }) => number).toSorted());
  expect(left.map(({ tenantId }) => tenantId)).not.toContain(gone?.created.tenantId);
});

test('a tenant that answered a request is kept, however long ago that was, and one that answered none is taken back', async () => {
  const [used] = await Promise.all(
    ['one', 'two'].map((key) => creation.create(operator, newTenant(), { key, fingerprint })),
  );
  await processes.start(database).get(RecordCounting).count(operator, 'cell');
  await asOwner.control.query(operator, countRequest.with({ tenantId: used?.created.tenantId }));
  await asOwner.control.query(operator, forgetKeys);
  await afterSomeTime();
  await creation.cleanUp(operator);
  const kept = await tenants.page(operator, { pageSize: 200 });
  expect(kept.map(({ tenantId }) => tenantId)).toEqual([used?.created.tenantId]);
});

/** The service while the cell is away. */
function withoutCell(): TenantCreation {
  const away = databases.connect('rapport_subscription_service', {
    cells: { cell: 'postgres://nobody@127.0.0.1:1/none' },
  });
  return processes.start(away).get(TenantCreation);
}

function dyingAt(step: number): TenantCreation {
  return processes.start(mortalDatabase(database, new Mortality(step))).get(TenantCreation);
}

async function expectWhole({ tenantId, owner }: CreatedTenant, { ownerEmail }: OperatorsTenant): Promise<void> {
  expect(owner).toMatchObject({ email: ownerEmail, userId: expect.any(String) as unknown });
  expect((await tenants.page(operator, { pageSize: 200 })).find((one) => one.tenantId === tenantId)?.state).toBe(
    'active',
  );
  const [login] = await asOwner.control.query<{ hash: string }>(operator, hashOf.with({ ownerEmail }));
  expect(holds(owner.password ?? '', login?.hash ?? '')).toBe(true);
}

function holds(password: string, hash: string): boolean {
  const [, N, r, p, salt = '', derived] = hash.split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 64 * 1024 * 1024 };
  return scryptSync(password, Buffer.from(salt, 'base64url'), 32, cost).toString('base64url') === derived;
}

async function left(): Promise<unknown> {
  return (await asOwner.control.query(operator, count))[0];
}

/** So long that no call can still be under way. */
async function afterSomeTime(): Promise<void> {
  await asOwner.control.query(operator, ageCreations);
  await asOwner.control.query(operator, ageSchemas);
}

const count = statement(
  'count_left',
  `select (select count(*)::int from control.tenant) as tenants, (select count(*)::int from control.identity) as logins,
    (select count(*)::int from control.membership) as users, (select count(*)::int from control.role) as roles,
    (select count(*)::int from control.cell_work) as work, (select count(*)::int from control.tenant_creation) as creations`,
);
const listSchemas = statement(
  'list_schemas',
  `select tenant from cell.tenant_schema where to_regnamespace('t' || lpad(tenant::text, 5, '0')) is not null
    order by 1`,
);
const endHolds = statement('end_holds', `update control.tenant_creation set held_until = '-infinity'`);
const endWorkHolds = statement('end_work_holds', `update control.cell_work set next_try_on = '-infinity'`);
const forgetKeys = statement('forget_keys', `update control.tenant_creation set key = null`);
const ageCreations = statement(
  'age_creations',
  `update control.tenant_creation set created_on = created_on - interval '2 minutes'`,
);
const ageSchemas = statement('age_schemas', `update control.abandoned_schema set due_on = '-infinity'`);
const hashOf = statement('hash_of', `select password_hash as hash from control.identity where email = :ownerEmail`);
const changePassword = statement(
  'change_password',
  `update control.identity set password_hash = 'changed' where email = :ownerEmail`,
);
const holdOwner = statement(
  'hold_owner',
  `insert into control.ended_access values (gen_random_uuid(), :userId, now())`,
);
const countRequest = statement(
  'count_request',
  `insert into control.usage (tenant_id, day, requests, users, records)
    values (:tenantId, (now() at time zone 'UTC')::date - 20, 1, 1, 0)`,
);
const purgeSession = statement('purge_session', `delete from control.session where id = :sessionId`);
const addTeam = statement(
  'add_team',
  `insert into control.team (id, tenant_id, name) values (uuidv7(), :tenantId, 'a team')`,
);
