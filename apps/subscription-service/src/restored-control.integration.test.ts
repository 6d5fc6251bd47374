import { setTimeout as pause } from 'node:timers/promises';
import { Admission, PrincipalStore, requestContextOf, type PrincipalState } from '@rapport/admission';
import { ApiClientService } from '@rapport/api-clients';
import { times } from '@rapport/config';
import { connectProcesses, operator } from '@rapport/container/testing';
import { customers as definition, recordKinds } from '@rapport/crm-records';
import { dropTenantSchema, statement, type Database } from '@rapport/database';
import { createTestDatabases, type TestDatabases } from '@rapport/database/testing';
import { recoverControl } from '@rapport/installation';
import type { TenantRef } from '@rapport/kernel';
import { TeamService, UserCreation, UserService } from '@rapport/people';
import { CursorCodec, SyncedRecords, StaleView } from '@rapport/records';
import { CellWork } from '@rapport/sagas';
import { ensureCells, TenantBirth, TenantCreation, TenantService, type OperatorsTenant } from '@rapport/tenants';
import { newTenant } from '@rapport/tenants/testing';
import type { Container } from 'inversify';
import { afterAll, beforeEach, expect, inject, test } from 'vitest';
import { compose } from './testing/compose.ts';
import { readerAt } from './testing/staffed-tenant.ts';

let databases: TestDatabases;
let asOwner: Database;
let running: Container;
let customers: ReturnType<typeof publicCustomers>;
let tenant: TenantRef;
let userId: string;
let clientId: string;

const processes = await connectProcesses(inject('redisUrl'), compose);
afterAll(() => processes.redis.close());

// Each test loses a control of its own.
beforeEach(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  asOwner = databases.connect('rapport_owner', { poolSize: 1 });
  running = anotherProcess();
  customers = publicCustomers();
  await ensureCells(operator, asOwner.control, ['cell']);
  // Test files share a Redis, whose keys begin with the number of a tenant.
  await asOwner.control.query(operator, skipNumbers.with({ number: Math.floor(Math.random() * 2 ** 30) }));
  const { created: made } = await running.get(TenantCreation).create(operator, ofEnterprise());
  tenant = await running.get(TenantService).reference(operator, made.tenantId);
  ({ userId } = await running.get(UserCreation).add(operator, tenant, { ...readerAt(), roles: ['manager'] }));
  const client = { name: 'one', runAsUserId: userId };
  ({ clientId } = await running.get(ApiClientService).create(operator, tenant, client));
  return () => databases.drop();
});

test('a process does not mistake a state that it remembers for another state of a restored control', async () => {
  const [long, other] = [running.get(Admission), anotherProcess().get(Admission)];
  await backUp();
  await running.get(ApiClientService).update(operator, tenant, clientId, { scopes: ['customers.write'] });
  expect(await scopesFor(long)).toEqual(['customers.write']);
  await restore();
  await pause(times.leaseMs + 50);
  await running.get(ApiClientService).update(operator, tenant, clientId, { scopes: ['customers.read'] });
  // The process finds no state in Redis and puts there the state of control.
  expect(await scopesFor(other)).toEqual(['customers.read']);
  expect(await scopesFor(long)).toEqual(['customers.read']);
});

test('reads under an older view than the view of the cell are refused until control begins a new life', async () => {
  await backUp();
  await running.get(UserService).amend(operator, tenant, userId, { dataScope: 'all' });
  const { syncUntilUtc } = await read();
  await restore();
  await expect(read()).rejects.toThrow(StaleView);
  await beginNewLife();
  await expect(read(syncUntilUtc)).rejects.toMatchObject({ code: 'updated_from_too_old' });
  expect((await read()).syncUntilUtc > syncUntilUtc).toBe(true);
});

test('after control has begun a new life, its people hold in the cell again, and tokens from before are dead', async () => {
  const { made: teamId } = await running.get(TeamService).create(operator, tenant, 'a team');
  await backUp();
  await running.get(UserService).amend(operator, tenant, userId, { teamId });
  const { epoch } = (await stateOfClient()).client;
  await running.get(ApiClientService).setActive(operator, tenant, clientId, false);
  await restore();
  await beginNewLife();
  const [member] = await asOwner.cell('cell').query<{ team: string | null }>(operator, teamOf.with({ userId }));
  expect(member).toEqual({ team: null });
  expect((await stateOfClient()).client.epoch).toBeGreaterThan(epoch + 1);
});

test('a new tenant does not get the schema of a tenant that control has forgotten', async () => {
  const { number } = tenant;
  await asOwner.control.query(operator, skipNumbers.with({ number: number - 1 }));
  await asOwner.control.query(operator, forgetTenant.with({ id: tenant.id, number: number + 1_000 }));
  const create = () => running.get(TenantCreation).create(operator, ofEnterprise());
  await expect(create()).rejects.toMatchObject({ code: 'service_unavailable' });
  const members = await asOwner.cell('cell').query(operator, membersOf.with({ number }));
  expect(members).toHaveLength(2);
  const made = await running.get(TenantService).reference(operator, (await create()).created.tenantId);
  expect(made.number).toBe(number + 1);
});

test('a tenant with the number of one that control has forgotten rests after five tries, and is made once the schema is gone', async () => {
  const { number } = tenant;
  await asOwner.control.query(operator, skipNumbers.with({ number: number - 1 }));
  await asOwner.control.query(operator, forgetTenant.with({ id: tenant.id, number: number + 1_000 }));
  const key = { key: 'one', fingerprint: Buffer.alloc(32) };
  const input = ofEnterprise();
  const create = () => running.get(TenantCreation).create(operator, input, key);
  await expect(create()).rejects.toMatchObject({ code: 'service_unavailable' });
  const [made] = await asOwner.control.query<{ id: string }>(operator, tenantOf.with({ number }));
  const id = made?.id ?? '';
  for (let tries = 1; tries < 5; tries += 1) {
    await asOwner.control.query(operator, letBeDue);
    await running.get(CellWork).resume(operator);
  }
  expect(await running.get(CellWork).ofTenant(operator, id)).toMatchObject([{ attempts: 5, nextTryOnUtc: null }]);
  await dropTenantSchema(operator, asOwner.cell('cell'), number);
  await running.get(TenantBirth).retry(operator, id);
  await running.get(CellWork).resume(operator);
  expect(await running.get(CellWork).ofTenant(operator, id)).toEqual([]);
});

test('control gives no number that a cell knows after it has begun a new life', async () => {
  await asOwner.control.query(operator, beginLife.with({ number: tenant.number + 5 }));
  const { created: made } = await running.get(TenantCreation).create(operator, ofEnterprise());
  expect((await running.get(TenantService).reference(operator, made.tenantId)).number).toBe(tenant.number + 6);
});

function ofEnterprise(): OperatorsTenant {
  return newTenant({ planCode: 'enterprise' });
}

function anotherProcess(): Container {
  return processes.start(databases.connect('rapport_subscription_service'));
}

/** Keeps the present state of control, as a backup does. */
async function backUp(): Promise<void> {
  for (const table of restorable) {
    const copy = `create table control.${table}_before as table control.${table}`;
    await asOwner.control.query(operator, statement(`back_up_${table}`, copy));
  }
}

async function restore(): Promise<void> {
  for (const table of restorable) {
    await asOwner.control.query(operator, statement(`restore_${table}`, restoreText(table)));
  }
}

async function beginNewLife(): Promise<void> {
  expect(await recoverControl(operator, asOwner, 0)).toEqual({ highestTenant: tenant.number });
  await running.get(CellWork).resume(operator);
}

/** The scopes with which a process admits the client. */
async function scopesFor(admission: Admission): Promise<readonly string[]> {
  const { epoch } = (await stateOfClient()).client;
  const claimant = { kind: 'client', clientId, tenantId: tenant.id, tokenId: 'a token', epoch } as const;
  return (await admission.admit(operator, claimant, 1, processes.redis.deadline())).state.client.scopes;
}

async function stateOfClient(): Promise<PrincipalState> {
  return (await running.get(PrincipalStore).find(operator, clientId)) ?? expect.fail('The client is gone.');
}

async function read(updatedFrom?: string): Promise<{ syncUntilUtc: string }> {
  const context = requestContextOf(operator.trace, await stateOfClient());
  return JSON.parse(await customers.list(context, { pageSize: 10, updatedFrom })) as { syncUntilUtc: string };
}

function publicCustomers() {
  const cursors = new CursorCodec(Buffer.alloc(32, 3));
  return new SyncedRecords(
    definition,
    { shows: ['id', 'name', 'lastModifiedOnUtc'], writes: ['code', 'name'] },
    { database: databases.connect('rapport_public_api'), cursors, all: recordKinds },
  );
}

const restorable = ['membership', 'api_client'] as const;

function restoreText(table: (typeof restorable)[number]): string {
  const changeable = {
    membership: ['data_scope', 'team_id', 'version', 'view_number'],
    api_client: ['scopes', 'is_active', 'epoch', 'version', 'view_number'],
  }[table];
  const columns = changeable.map((column) => `${column} = before.${column}`);
  return `update control.${table} now set ${columns.join(', ')} from control.${table}_before before
    where before.id = now.id`;
}

const skipNumbers = statement('skip_numbers', `select setval('control.tenant_number', :number)`);
// Frees the number of the tenant, as if control had never known it.
const forgetTenant = statement('forget_tenant', `update control.tenant set number = :number where id = :id`);
const tenantOf = statement('tenant_of', `select id from control.tenant where number = :number`);
const letBeDue = statement('let_be_due', `update control.cell_work set next_try_on = '-infinity'`);
const beginLife = statement('begin_life', `call control.begin_new_life(:number)`);
const teamOf = statement('team_of', `select team_id as team from cell.member where id = :userId`);
const membersOf = statement('members_of', `select id from cell.member where tenant = :number`);
