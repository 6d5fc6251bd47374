import { createHash } from 'node:crypto';
import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { hasDied, mortalDatabase, Mortality } from '@rapport/database/testing';
import { newId, serviceUnavailable } from '@rapport/kernel';
import { CellWork, type CellWorkItem } from '@rapport/sagas';
import { beforeEach, expect, test, vi } from 'vitest';
import { ensureCells, TenantBirth, TenantCreation, TenantList, TenantService } from './index.ts';
import { bindTenants } from './testing/bind-tenants.ts';
import { newTenant } from './testing/new-tenant.ts';

const fingerprint = createHash('sha256').update('a request').digest();

const nowhere = 'postgres://nobody@127.0.0.1:1/none';
const newer = 9_999;

const { databases, asOwner, processes } = await Stage.ofFile(bindTenants);
const url = databases.url('cell', 'rapport_subscription_service');
const database = databases.connect('rapport_subscription_service', { cells: { cell: url, elsewhere: url } });
await ensureCells(operator, asOwner.control, ['cell', 'elsewhere']);
const creation = processes.start(database).get(TenantCreation);
/** A tenant in each of two cells. */
const { tenantId: tenant } = (await creation.create(operator, newTenant())).created;
const { tenantId: tenantElsewhere } = (await creation.create(operator, newTenant({ cell: 'elsewhere' }))).created;

beforeEach(() => asOwner.control.query(operator, forgetWork));

test('work goes on at the step that failed, and shows meanwhile which one it is and why', async () => {
  const done: string[] = [];
  const work = processOf(async () => undefined);
  work.register('role', {
    steps: {
      first: async () => void done.push('first'),
      second: async () => {
        done.push('second');
        if (done.length < 3) {
          throw serviceUnavailable('The cell is away.');
        }
      },
      third: async () => void done.push('third'),
    },
  });
  const id = await add(work, tenant);
  await expect(work.attempt(operator, id)).rejects.toThrow('The cell is away.');
  const shown = { kind: 'role', step: 'second', attempts: 1, failure: 'The cell is away.' };
  expect(await work.ofTenant(operator, tenant)).toEqual([{ ...shown, nextTryOnUtc: expect.any(String) as string }]);
  await makeDue();
  await work.resume(operator);
  expect(done).toEqual(['first', 'second', 'second', 'third']);
  expect(await work.ofTenant(operator, tenant)).toEqual([]);
});

test('a round ends although work fails in it, and what an operator sees holds nothing of the error', async () => {
  let tries = 0;
  const work = processOf(async () => {
    tries += 1;
    throw new Error('a secret');
  });
  await add(work, tenant);
  await makeDue();
  await work.resume(operator);
  const [shown] = await work.ofTenant(operator, tenant);
  expect(shown).toMatchObject({ step: 'cell', attempts: tries, nextTryOnUtc: expect.any(String) as string });
  expect(shown?.failure).not.toContain('a secret');
  expect(await processes.metrics.text()).toMatch(/^cell_work_failing\{kind="role",state="trying"\} 1$/m);
});

test('neither work nor a cell waits for other work that fails or does not end', async () => {
  const done: string[] = [];
  const stuck = Promise.withResolvers<void>();
  const [failing, hanging] = [newId(), newId()];
  const work = processOf(async (item) => {
    if (item.principalId === failing) {
      throw serviceUnavailable('Away.');
    }
    if (item.principalId === hanging) {
      await stuck.promise;
    }
    done.push(item.principalId);
  });
  const others = [newId(), newId(), newId()];
  await add(work, tenant, failing);
  await add(work, tenantElsewhere, hanging);
  await add(work, tenant, others[0]);
  await add(work, tenantElsewhere, others[1]);
  await makeDue();
  const round = work.resume(operator);
  await vi.waitFor(() => expect(done.toSorted()).toEqual(others.slice(0, 2).toSorted()), { timeout: 10_000 });
  const later = await add(work, tenantElsewhere, others[2]);
  await makeDue(later);
  await work.resume(operator);
  expect(done).toHaveLength(3);
  stuck.resolve();
  await round;
  expect(done.at(-1)).toBe(hanging);
});

test('two processes share the work, and neither takes an item that the other is at, however long it is', async () => {
  const starts: string[] = [];
  const long = newId();
  const worker = async (item: CellWorkItem): Promise<void> => {
    starts.push(item.principalId);
    if (item.principalId === long) {
      await new Promise((resolve) => setTimeout(resolve, 7_000));
    }
  };
  const [first, second] = [processOf(worker), processOf(worker)];
  const principals = [long, ...Array.from({ length: 30 }, newId)];
  for (const principal of principals) {
    await add(first, tenant, principal);
  }
  await makeDue();
  const rounds = [first.resume(operator), second.resume(operator)];
  await new Promise((resolve) => setTimeout(resolve, 6_000));
  await Promise.all([...rounds, second.resume(operator)]);
  expect(starts.toSorted()).toEqual(principals.toSorted());
}, 30_000);

test('a caller does not begin work that another process is at, and work whose hold was lost stays with its new holder', async () => {
  const taken = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const work = processOf(async (_item, stillAtIt) => {
    taken.resolve();
    await goOn.promise;
    await stillAtIt();
  });
  const id = await add(work, tenant);
  const attempt = work.attempt(operator, id);
  await taken.promise;
  await expect(work.attempt(operator, id)).rejects.toMatchObject({ code: 'service_unavailable' });
  await asOwner.control.query(operator, takeAway);
  goOn.resolve();
  await expect(attempt).rejects.toThrow('taken this over');
  expect(await work.ofTenant(operator, tenant)).toMatchObject([{ attempts: 0, failure: null }]);
});

test('whatever step the process of a creation dies at, two others finish what was begun, and once', async () => {
  const [first, second] = [processes.start(database), processes.start(database)];
  for (const process of [first, second]) {
    process.get(TenantCreation);
  }
  for (let diesAt = 1; ; diesAt += 1) {
    const key = { key: `dies at ${diesAt}`, fingerprint };
    const mortal = processes.start(mortalDatabase(database, new Mortality(diesAt))).get(TenantCreation);
    const died = await hasDied(mortal.create(operator, newTenant(), key));
    await makeDue();
    await Promise.all([first, second].map((process) => process.get(CellWork).resume(operator)));
    const tenants = await stateOf();
    expect(new Set(tenants.map(({ state }) => state)), `after a death at step ${diesAt}`).toEqual(new Set(['active']));
    expect(await asOwner.control.query(operator, countWork)).toEqual([{ left: 0 }]);
    if (!died) {
      expect(diesAt).toBeGreaterThan(10);
      return;
    }
  }
}, 120_000);

test.each([
  ['that is away', { cells: { cell: nowhere, elsewhere: nowhere } }, []],
  ['with a newer schema', {}, [newer]],
])(
  'a provisioning waits for a cell %s, however often it is tried, and goes on by itself',
  async (_, options, added) => {
    const cells = { cell: url, elsewhere: url };
    const waiting = processes.start(databases.connect('rapport_subscription_service', { cells, ...options }));
    await asOwner.cell('cell').query(operator, addVersions.with({ added }));
    const beginning = waiting.get(TenantCreation).create(operator, newTenant(), { key: newId(), fingerprint });
    await expect(beginning).rejects.toMatchObject({ code: 'service_unavailable' });
    const made = (await stateOf()).find(({ state }) => state === 'provisioning')?.tenantId ?? '';
    for (let tries = 1; tries < 8; tries += 1) {
      await makeDue();
      await waiting.get(CellWork).resume(operator);
    }
    const [shown] = await waiting.get(CellWork).ofTenant(operator, made);
    expect(shown).toMatchObject({ step: 'schema', attempts: 0, failure: expect.any(String) as string });
    expect(Date.parse(shown?.nextTryOnUtc ?? '') - Date.now()).toBeLessThan(60_000);
    expect(await processes.metrics.text()).toMatch(/^cell_work_failing\{kind="tenant",state="trying"\} 1$/m);
    expect(await stateOf(made)).toMatchObject([{ state: 'provisioning' }]);
    await asOwner.cell('cell').query(operator, removeVersions.with({ added }));
    await makeDue();
    const running = processes.start(database);
    running.get(TenantBirth);
    await running.get(CellWork).resume(operator);
    expect(await stateOf(made)).toMatchObject([{ state: 'active' }]);
  },
  60_000,
);

test('a provisioning of which a step failed five times rests until an operator retries it', async () => {
  const key = { key: 'one', fingerprint };
  const failing = processes.start(database);
  const input = newTenant();
  failing.get(TenantCreation);
  failing.get(CellWork).register('tenant', {
    steps: { schema: () => Promise.reject(new Error('Nothing foresees this.')) },
    onRest: (step, sql, item) => failing.get(TenantService).failProvisioning(step, sql, item.tenantId),
  });
  const beginning = failing.get(TenantCreation).create(operator, input, key);
  await expect(beginning).rejects.toThrow('Nothing foresees this.');
  const made = (await stateOf()).find(({ state }) => state === 'provisioning')?.tenantId ?? '';
  for (let failures = 1; failures < 5; failures += 1) {
    expect(await failing.get(CellWork).ofTenant(operator, made)).toMatchObject([{ attempts: failures }]);
    await makeDue();
    await failing.get(CellWork).resume(operator);
  }
  const running = processes.start(database);
  const [work, creation, birth] = [running.get(CellWork), running.get(TenantCreation), running.get(TenantBirth)];
  const rests = { kind: 'tenant', step: 'schema', attempts: 5, nextTryOnUtc: null };
  expect(await work.ofTenant(operator, made)).toMatchObject([{ ...rests, failure: expect.any(String) as string }]);
  expect(await stateOf(made)).toMatchObject([{ state: 'provisioningFailed' }]);
  expect(await processes.metrics.text()).toMatch(/^cell_work_failing\{kind="tenant",state="resting"\} 1$/m);

  await work.resume(operator);
  await expect(creation.create(operator, input, key)).rejects.toThrow('until an operator retries it');
  expect(await stateOf(made)).toMatchObject([{ state: 'provisioningFailed' }]);

  await birth.retry(operator, made);
  await birth.retry(operator, made);
  expect(await stateOf(made)).toMatchObject([{ state: 'provisioning' }]);
  expect(await asOwner.control.query(operator, countRetries.with({ tenantId: made }))).toEqual([{ retries: 1 }]);
  await work.resume(operator);
  expect(await stateOf(made)).toMatchObject([{ state: 'active' }]);
  expect(await work.ofTenant(operator, made)).toEqual([]);
  await expect(birth.retry(operator, made)).rejects.toMatchObject({
    code: 'invalid_transition',
    message: expect.stringMatching(/^The tenant is active; possible are: suspend, .*/) as string,
  });
  await expect(birth.retry(operator, newId())).rejects.toMatchObject({ code: 'not_found' });
  expect(await processes.metrics.text()).toMatch(/^cell_work_failing\{kind="tenant",state="resting"\} 0$/m);
}, 60_000);

/** A process that does work of one kind in its own way. */
function processOf(worker: (item: CellWorkItem, stillAtIt: () => Promise<void>) => Promise<void>): CellWork {
  const work = processes.start(database).get(CellWork);
  work.register('role', (_context, item, stillAtIt) => worker(item, stillAtIt));
  return work;
}

function add(work: CellWork, tenantId: string, principalId = newId()): Promise<string> {
  return work.add(operator, database.control, tenantId, 'role', principalId);
}

/** Does what the time of a hold or of a back-off does. */
async function makeDue(id: string | null = null): Promise<void> {
  await asOwner.control.query(operator, letBeDue.with({ id }));
}

async function stateOf(tenantId?: string): Promise<{ tenantId: string; state: string }[]> {
  const all = await processes.start(database).get(TenantList).page(operator, { pageSize: 200 });
  return all.filter((one) => tenantId === undefined || one.tenantId === tenantId);
}

const letBeDue = statement(
  't_let_be_due',
  `update control.cell_work set next_try_on = '-infinity' where next_try_on is not null and (:id::uuid is null or id = :id)`,
);
const forgetWork = statement('t_forget_work', `delete from control.cell_work`);
// Versions that no code knows, as later ones would leave them.
const addVersions = statement(
  't_add_versions',
  `insert into cell.migration (scope, version, name, checksum) select 'tenant', unnest(:added::int[]), 'later', 'x'`,
);
const removeVersions = statement('t_remove_versions', `delete from cell.migration where version = any(:added::int[])`);
const takeAway = statement('t_take_away', `update control.cell_work set held_by = uuidv7()`);
const countWork = statement('t_count_work', `select count(*)::int as left from control.cell_work`);
const countRetries = statement(
  't_count_retries',
  `select count(*)::int as retries from control.audit where tenant_id = :tenantId and event = 'tenant.retried'`,
);
