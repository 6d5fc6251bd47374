import { PrincipalStore, requestContextOf } from '@rapport/admission';
import { ApiClientService } from '@rapport/api-clients';
import { connectProcesses, operator } from '@rapport/container/testing';
import { customers as definition, recordKinds } from '@rapport/crm-records';
import { dropTenantSchema, statement, type Database } from '@rapport/database';
import {
  createTestDatabases,
  EarlierMoment,
  hasDied,
  mortalDatabase,
  Mortality,
  type TestDatabases,
} from '@rapport/database/testing';
import { recoverCell, type RecoveredCell } from '@rapport/installation';
import type { RequestContext, TenantRef } from '@rapport/kernel';
import { UserCreation, UserService } from '@rapport/people';
import { CursorCodec, SyncedRecords, type PageRequest } from '@rapport/records';
import { CellWork } from '@rapport/sagas';
import { ensureCells, TenantCreation, TenantService } from '@rapport/tenants';
import { newTenant } from '@rapport/tenants/testing';
import { RecordCounting } from '@rapport/usage';
import type { Container } from 'inversify';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { compose } from './testing/compose.ts';
import { readerAt } from './testing/staffed-tenant.ts';

const processes = await connectProcesses(inject('redisUrl'), compose);
afterAll(() => processes.redis.close());

test('a recovery may die at any statement, and done again it leaves a cell from which no client misses a change', async () => {
  const cell = await LostCell.make();
  for (let diesAt = 1, died = true; died; diesAt += 1) {
    await cell.bringBack();
    const mortal = mortalDatabase(cell.asOwner, new Mortality(diesAt));
    died = await hasDied(recoverAt(mortal));
    await cell.isRecovered(await recoverAt(cell.asOwner));
    expect(diesAt).toBeGreaterThan(died ? 0 : 8);
  }
});

test('a cell that is recovered after each of two restores gives no epoch twice, because control draws it', async () => {
  const cell = await LostCell.make();
  const epochs: number[] = [];
  for (const isForgotten of [false, false, true]) {
    await cell.bringBack();
    if (isForgotten) {
      await cell.asOwner.control.query(operator, forgetEpochs);
    }
    epochs.push((await recoverAt(cell.asOwner)).epoch);
  }
  expect(epochs).toEqual([2, 3, 2]);
});

test.each([
  ['numbers of views', async ({ control }: Database) => control.query(operator, renewNoViews)],
  ['clocks', async (database: Database) => database.cell('cell').query(operator, raiseNoClock)],
])('without %s that are raised a client would miss a change', async (_, takeOut) => {
  const cell = await LostCell.make();
  await takeOut(cell.asOwner);
  await recoverAt(cell.asOwner);
  expect(await cell.missesAChange()).toBe(true);
});

test('a cell that is replaced while it is recovered stays closed, and one without any of its tenants is left alone', async () => {
  const cell = await LostCell.make();
  const database = cell.asOwner.cell('cell');
  const [before] = await database.query(operator, findTurn);
  const replaced = recoverCell(operator, cell.asOwner, {
    cell: 'cell',
    counted: ['customer'],
    say: () => void replacing.push(cell.bringBack()),
  });
  const replacing: Promise<void>[] = [];
  await expect(replaced).rejects.toMatchObject({ code: 'service_unavailable' });
  await Promise.all(replacing);
  expect(await database.query(operator, findTurn)).toEqual([before]);
  await database.query(operator, loseAll);
  await expect(recoverAt(cell.asOwner)).rejects.toThrow('has none of its 2 tenants');
  await database.query(operator, loseSchema);
  await expect(recoverAt(cell.asOwner)).rejects.toThrow('rapport migrate up');
});

test('a cell that is not known is refused by name', async () => {
  const { asOwner } = await LostCell.make();
  const unknown = recoverCell(operator, asOwner, { cell: 'cell-9', counted: [], say: () => undefined });
  await expect(unknown).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringContaining('cell-9') as string,
  });
});

/** A cell that was brought back to the moment before a client's view was widened, a tenant made and another one deleted. */
class LostCell {
  readonly databases: TestDatabases;
  readonly asOwner: Database;
  readonly #running: Container;
  readonly #customers: ReturnType<typeof publicCustomers>;
  #moment!: EarlierMoment;
  #tenant!: TenantRef;
  #deleted!: TenantRef;
  #younger!: TenantRef;
  #clientId = '';
  /** The checkpoint that the client has from the lost time. */
  #checkpoint = '';

  private constructor(databases: TestDatabases) {
    this.databases = databases;
    this.asOwner = databases.connect('rapport_owner', { poolSize: 1 });
    this.#running = processes.start(databases.connect('rapport_subscription_service'));
    this.#customers = publicCustomers(databases);
  }

  static async make(): Promise<LostCell> {
    const cell = new LostCell(await createTestDatabases(inject('postgresAdministratorUrl')));
    onTestFinished(() => cell.databases.drop());
    await ensureCells(operator, cell.asOwner.control, ['cell']);
    await cell.asOwner.control.query(operator, skipNumbers.with({ number: Math.floor(Math.random() * 2 ** 30) }));
    await cell.#live();
    return cell;
  }

  async #live(): Promise<void> {
    this.#tenant = await this.#newTenant();
    this.#deleted = await this.#newTenant();
    const { userId } = await this.#running
      .get(UserCreation)
      .add(operator, this.#tenant, { ...readerAt(), roles: ['manager'] });
    const client = { name: 'one', runAsUserId: userId };
    ({ clientId: this.#clientId } = await this.#running.get(ApiClientService).create(operator, this.#tenant, client));
    await this.#write();
    this.#moment = await EarlierMoment.keep(this.databases.administratorUrl('cell'));
    onTestFinished(() => this.#moment.forget());
    await this.asOwner.tenant(this.#tenant).query(operator, setAhead);
    await this.#write();
    await this.#running.get(UserService).amend(operator, this.#tenant, userId, { dataScope: 'all' });
    await this.#running.get(RecordCounting).count(operator, 'cell');
    this.#younger = await this.#newTenant();
    await dropTenantSchema(operator, this.asOwner.cell('cell'), this.#deleted.number);
    await this.asOwner.control.query(operator, callDeleted.with({ id: this.#deleted.id }));
    this.#checkpoint = (await this.read({ pageSize: 10 })).syncUntilUtc;
    await this.bringBack();
  }

  bringBack(): Promise<void> {
    return this.#moment.bringBack();
  }

  async isRecovered({ unknown }: RecoveredCell): Promise<void> {
    expect(unknown).toEqual([]);
    await this.#running.get(CellWork).resume(operator);
    const checkpoint = { pageSize: 10, updatedFrom: this.#checkpoint };
    await expect(this.read(checkpoint)).rejects.toMatchObject({ code: 'updated_from_too_old' });
    const listed = await this.read({ pageSize: 10 });
    expect(listed.data).toHaveLength(1);
    expect(listed.syncUntilUtc > this.#checkpoint).toBe(true);
    const numbers = [this.#tenant.number, this.#younger.number];
    const cell = this.asOwner.cell('cell');
    expect(await cell.query(operator, listSchemas)).toEqual(numbers.map((number) => ({ number })));
    expect(await cell.query(operator, listMembers)).toEqual(numbers.map((number) => ({ number })));
    await this.#write();
    await this.#running.get(RecordCounting).count(operator, 'cell');
    expect(await this.asOwner.control.query(operator, countOf.with({ id: this.#tenant.id }))).toEqual([{ records: 2 }]);
  }

  /** Whether a client that goes on from its checkpoint is answered, and not given the records that are there. */
  async missesAChange(): Promise<boolean> {
    await this.#running.get(CellWork).resume(operator);
    await this.#write();
    const { data } = await this.read({ pageSize: 10, updatedFrom: this.#checkpoint });
    return data.length < (await this.read({ pageSize: 10 })).data.length;
  }

  async read(page: PageRequest): Promise<Listed> {
    return JSON.parse(await this.#customers.list(await this.#context(), page)) as Listed;
  }

  async #context(): Promise<RequestContext> {
    const state = await this.#running.get(PrincipalStore).find(operator, this.#clientId);
    return requestContextOf(operator.trace, state ?? expect.fail('The client is gone.'));
  }

  async #newTenant(): Promise<TenantRef> {
    const { created } = await this.#running.get(TenantCreation).create(operator, newTenant({ planCode: 'enterprise' }));
    return this.#running.get(TenantService).reference(operator, created.tenantId);
  }

  async #write(): Promise<void> {
    await this.#customers.create(await this.#context(), { name: 'a customer' });
  }
}

interface Listed {
  readonly data: readonly unknown[];
  readonly syncUntilUtc: string;
}

function recoverAt(database: Database): Promise<RecoveredCell> {
  return recoverCell(operator, database, { cell: 'cell', counted: ['customer'], say: () => undefined });
}

function publicCustomers(databases: TestDatabases) {
  const cursors = new CursorCodec(Buffer.alloc(32, 3));
  return new SyncedRecords(
    definition,
    { shows: ['id', 'name', 'lastModifiedOnUtc'], writes: ['code', 'name'] },
    { database: databases.connect('rapport_public_api'), cursors, all: recordKinds },
  );
}

const skipNumbers = statement('t_skip_numbers', `select setval('control.tenant_number', :number)`);
/** As a clock of the server that was wrong for an hour leaves it. */
const setAhead = statement('t_set_ahead', `select setval('tenant.clock', nextval('tenant.clock') + 3600000000)`);
const callDeleted = statement('t_call_deleted', `update control.tenant set state = 'deleted' where id = :id`);
const listSchemas = statement('t_list_schemas', `select tenant as number from cell.tenant_schema order by tenant`);
const listMembers = statement('t_list_members', `select distinct tenant as number from cell.member order by tenant`);
const countOf = statement('t_count_of', `select records from control.record_count where tenant_id = :id`);
const forgetEpochs = statement('t_forget_epochs', `update control.cell set epoch = 1`);
const renewNoViews = statement(
  't_renew_no_views',
  `create or replace procedure control.renew_views(of_cell text) language sql as ''`,
);
const raiseNoClock = statement(
  't_raise_no_clock',
  `create or replace function cell.recover_tenant(number int, counted bigint, tables text[], out clock bigint, out records bigint)
language sql as 'select 0::bigint, 0::bigint'`,
);
const findTurn = statement('t_find_turn', `select turn from cell.epoch`);
const loseAll = statement('t_lose_all', `delete from cell.tenant_schema`);
const loseSchema = statement('t_lose_schema', `drop schema cell cascade`);
