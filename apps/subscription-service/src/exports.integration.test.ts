import { buffer } from 'node:stream/consumers';
import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { holdTransaction, mortalDatabase, Mortality } from '@rapport/database/testing';
import { ExportQueue, Exports } from '@rapport/exports';
import { untracedContext } from '@rapport/kernel';
import { Subscriptions } from '@rapport/subscriptions';
import { tenantMails } from '@rapport/tenants/testing';
import { expect, test, vi } from 'vitest';
import { atEveryKindOfStep } from './testing/at-every-step.ts';
import { compose } from './testing/compose.ts';
import { ExportedTenant } from './testing/exported-tenant.ts';

const stage = await Stage.ofFile(compose);
const { asOwner, running } = stage;
running.get(ExportQueue);
const tenant = await ExportedTenant.create(stage);
for (const name of ['A', 'B', 'C']) {
  await tenant.addCustomer(name);
}

test('an export is made once and whole, whatever step the process dies at, and no table is left of those that were not', async () => {
  const dying = await ExportedTenant.create(stage);
  await dying.addCustomer('A');
  await atEveryKindOfStep(stage, async () => {
    await asOwner.control.query(operator, forgetEvents.with({ tenantId: dying.id }));
    const ordered = await dying.order();
    return {
      change: (container) => dying.work(container),
      after: async () => {
        await dying.work();
        expect(await dying.find(ordered)).toMatchObject({ state: 'ready', failure: null });
        expect((await dying.lines(ordered, 'customers')).map(({ name }) => name)).toEqual(['A']);
        expect(await audited(dying)).toEqual(['export.exportReady', 'export.ordered']);
        await running.get(Exports).erase(operator, dying.staff.ref);
        expect(await dying.find(ordered).catch((error: Error) => error.message)).toContain('has no export');
        await running.get(ExportQueue).removeOld(operator, 'cell');
        expect(await dying.tables()).toEqual([]);
      },
    };
  });
}, 240_000);

test('a second crash ends an export, and the next one of the cell begins', async () => {
  const [dying, next] = [await ExportedTenant.create(stage), await ExportedTenant.create(stage)];
  const [ordered, nextOrdered] = [await dying.order(), await next.order()];
  for (let crash = 1; crash <= 2; crash += 1) {
    await running.get(ExportQueue).startNext(operator);
    await asOwner.control.query(operator, begunAgain.with({ id: ordered.exportId }));
  }
  await dying.work();
  expect(await dying.find(ordered)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('twice') as string,
  });
  expect(await audited(dying)).toEqual(['export.exportFailed', 'export.ordered']);
  expect(await next.find(nextOrdered)).toMatchObject({ state: 'queued' });
  await next.work();
  expect(await next.find(nextOrdered)).toMatchObject({ state: 'ready' });
});

test('what is not made in its time fails', async () => {
  const late = await ExportedTenant.create(stage);
  const ordered = await late.order();
  await running.get(ExportQueue).startNext(operator);
  await asOwner.control.query(operator, begunEarlier.with({ id: ordered.exportId }));
  await late.work();
  expect(await late.find(ordered)).toMatchObject({
    state: 'failed',
    failure: expect.stringContaining('30 minutes') as string,
  });
});

test('one that waits or runs is answered to each who orders, and one runs in a cell at a time', async () => {
  const others = [await ExportedTenant.create(stage), await ExportedTenant.create(stage)];
  const ordered = await Promise.all([tenant, tenant, ...others].map((each) => each.order()));
  expect(ordered[0]?.exportId).toBe(ordered[1]?.exportId);
  await Promise.all([1, 2, 3].map(() => running.get(ExportQueue).startNext(operator)));
  const states = await Promise.all([tenant, ...others].map(async (each) => (await each.list())[0]?.state));
  expect(states.toSorted()).toEqual(['queued', 'queued', 'running']);
  for (const each of [tenant, ...others]) {
    await each.work();
  }
  for (const each of [tenant, ...others]) {
    expect((await each.list())[0]?.state).toBe('ready');
  }
});

test('an export of a tenant that goes holds up no other one of its cell', async () => {
  const [going, next] = [await ExportedTenant.create(stage), await ExportedTenant.create(stage)];
  await going.order();
  const ordered = await next.order();
  await running.get(ExportQueue).startNext(operator);
  await running.get(Subscriptions).delete(operator, going.id);
  await next.work();
  expect(await next.find(ordered)).toMatchObject({ state: 'ready' });
});

test('the newest three are kept, verified owners get a mail of each, and the files of an older one are gone', async () => {
  const kept = await ExportedTenant.create(stage);
  const made = [];
  for (let number = 1; number <= 4; number += 1) {
    made.push(await kept.exported());
  }
  expect((await kept.list()).map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'expired']);
  const [oldest] = made;
  await expect(kept.read(oldest!, 'manifest.json')).rejects.toMatchObject({ code: 'not_found' });
  await running.get(ExportQueue).removeOld(operator, 'cell');
  const own = (await kept.tables()).filter((name) => name.startsWith(`export_${kept.staff.ref.number}_`));
  expect(own).toHaveLength(3);
  const [owner] = await asOwner.control.query<{ email: string }>(operator, findEmail.with({ id: kept.staff.ownerId }));
  expect((await tenantMails(running, owner?.email ?? '', kept.id)).map(({ subject }) => subject)).toEqual(
    Array(4).fill('The export of A tenant is ready'),
  );
  const last = await running.get(Exports).file(operator, kept.id, made[3]!.exportId, 'manifest.json');
  await asOwner.control.query(operator, endLives.with({ tenantId: kept.id }));
  await expect(kept.read(made[3]!, 'manifest.json')).rejects.toMatchObject({ code: 'not_found' });
  await running.get(ExportQueue).removeOld(operator, 'cell');
  expect((await kept.list()).map(({ state, files }) => `${state} ${files.length}`)).toEqual(Array(4).fill('expired 0'));
  await expect(buffer(last.from(0))).rejects.toMatchObject({ code: 'not_found' });
});

test('of a file whose end went with the last minutes of its cell nothing is served', async () => {
  const brought = await ExportedTenant.create(stage);
  const made = await brought.exported();
  await asOwner.control.query(operator, addPiece.with({ id: made.exportId }));
  await expect(brought.read(made, 'manifest.json')).rejects.toMatchObject({ code: 'not_found' });
});

test('a change of a table that is read waits for seconds at most, and the export begins anew with another moment', async () => {
  const held = await ExportedTenant.create(stage);
  await held.addCustomer('before');
  const ordered = await held.order();
  const slow = stage.processes.start(slowDatabase());
  slow.get(ExportQueue);
  const working = held.work(slow);
  await vi.waitUntil(() => isReading, { timeout: 10_000 });
  await held.addCustomer('after');
  const change = asOwner.tenant(held.staff.ref).query(untracedContext(), changeTable);
  await change;
  isSlow = false;
  await working;
  expect(await held.find(ordered)).toMatchObject({ state: 'running' });
  await asOwner.control.query(operator, makeDue);
  await held.work();
  expect(await held.find(ordered)).toMatchObject({ state: 'ready' });
  expect((await held.lines(ordered, 'customers')).map(({ name }) => name)).toEqual(['before', 'after']);
});

test('an export whose tables are held by something else waits, and is made when they are free', async () => {
  const held = await ExportedTenant.create(stage);
  const ordered = await held.order();
  const holding = await holdTransaction(untracedContext(), asOwner.tenant(held.staff.ref), lockTable);
  await held.work();
  expect(await held.find(ordered)).toMatchObject({ state: 'running', failure: null });
  await holding.end();
  await asOwner.control.query(operator, makeDue);
  await held.work();
  expect(await held.find(ordered)).toMatchObject({ state: 'ready' });
});

test('a cell that is away is waited for', async () => {
  const away = await ExportedTenant.create(stage);
  const ordered = await away.order();
  const without = stage.startWithoutCell();
  without.get(ExportQueue);
  await away.work(without);
  expect(await away.find(ordered)).toMatchObject({ state: 'running' });
  await asOwner.control.query(operator, makeDue);
  await away.work();
  expect(await away.find(ordered)).toMatchObject({ state: 'ready' });
});

let isSlow = true;
let isReading = false;

/** A process that stands still while it has a snapshot, until it is let go. */
function slowDatabase() {
  const database = mortalDatabase(stage.service, new Mortality(Infinity));
  return new Proxy(database, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name !== 'snapshot') {
        return value;
      }
      return (...[context, of, options, work]: Parameters<typeof database.snapshot>) =>
        target.snapshot(context, of, options, async (sql) => {
          if (of === 'control') {
            isReading = true;
            await vi.waitUntil(() => !isSlow, { timeout: 10_000 });
          }
          return work(sql);
        });
    },
  });
}

async function audited({ id }: ExportedTenant): Promise<string[]> {
  const rows = await asOwner.control.query<{ event: string }>(operator, findEvents.with({ tenantId: id }));
  return rows.map(({ event }) => event);
}

const begunAgain = statement(
  't_begun_again',
  'update control.export set open_attempts = open_attempts + 1 where id = :id',
);
const begunEarlier = statement(
  't_begun_earlier',
  `update control.export set begun_on = begun_on - interval '30 minutes' where id = :id`,
);
/** Control knows a piece that the cell does not have. */
const addPiece = statement(
  't_add_piece',
  'update control.export_file set bytes = bytes + 262144 where export_id = :id',
);
const endLives = statement(
  't_end_lives',
  `update control.export set expires_on = clock_timestamp() where tenant_id = :tenantId and state = 'ready'`,
);
const findEmail = statement(
  't_owner_email',
  `select coalesce(membership.email, identity.email) as email from control.membership
   left join control.identity on identity.id = membership.identity_id where membership.id = :id`,
);
const findEvents = statement(
  't_export_events',
  `select event from control.audit where tenant_id = :tenantId and event like 'export.%' order by event`,
);
const forgetEvents = statement('t_forget_events', 'delete from control.audit where tenant_id = :tenantId');
const makeDue = statement('t_make_due', `update control.cell_work set next_try_on = '-infinity'`);
const changeTable = statement('t_change_table', 'alter table tenant.customer alter column description drop not null');
const lockTable = statement('t_lock_table', 'lock table tenant.lead in access exclusive mode');
