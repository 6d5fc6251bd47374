import type { ReceivedEvent, TopicDefinition } from '@rapport/event-bus';
import { dropTenantSchema, statement } from '@rapport/database';
import { createTestDatabases } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import type { Telemetry } from '@rapport/telemetry';
import { afterAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { handDriven, relayAll } from '../testing/hand-driven.ts';
import { kafkaBus, Listener, newTopic, quietTelemetry } from '../testing/test-bus.ts';
import { context, createTestCell, statements, type TestCell, type TestTenant } from '../testing/test-cell.ts';

let cell: TestCell;
let telemetry: Telemetry;
let topic: TopicDefinition;
let tenant: TestTenant;

const bus = await kafkaBus(inject('kafkaUrl'));
beforeEach(async () => {
  telemetry = await quietTelemetry();
  cell = await createTestCell(await createTestDatabases(inject('postgresAdministratorUrl')));
  tenant = await cell.tenant();
  topic = newTopic(1);
  return () => cell.databases.drop();
});
afterAll(() => bus.close());

const driven = () => handDriven({ database: cell.database, bus, topic, telemetry });
const deadLetters = () => cell.owner.cell('cell').query<{ event_id: string; reason: string }>(context, readDeadLetters);
const batchOf = (events: readonly ReceivedEvent[]) => {
  const batch = { events, isCommitted: false, commit: async () => void (batch.isCommitted = true) };
  return batch;
};

test('a change of an unknown resource or tenant is a dead letter, and the others are sent', async () => {
  const listener = await Listener.start(inject('kafkaUrl'), topic);
  const before = await tenant.create();
  const strange = [newId(), newId(), newId()];
  await tenant.owner.query(
    context,
    addToOutbox.with({
      id: strange[0],
      tenantNumber: tenant.tenant.number,
      resource: 77,
      operation: 'created',
      version: 1,
    }),
  );
  await tenant.owner.query(
    context,
    addToOutbox.with({ id: strange[1], tenantNumber: 999_999, resource: 1, operation: 'created', version: 1 }),
  );
  await tenant.owner.query(
    context,
    addToOutbox.with({
      id: strange[2],
      tenantNumber: tenant.tenant.number,
      resource: 1,
      operation: 'exploded',
      version: 1,
    }),
  );
  const after = await tenant.create();
  await relayAll(driven().relay);
  await listener.catchUp();
  expect(listener.events.map(({ entityId }) => entityId)).toEqual([before, after]);
  expect(new Map((await deadLetters()).map(({ event_id, reason }) => [event_id, reason]))).toEqual(
    new Map([
      [strange[0], 'there is no resource with the number 77'],
      [strange[1], 'there is no tenant with the number 999999'],
      [strange[2], expect.stringContaining('operation')],
    ]),
  );
  expect(await telemetry.metrics.text()).toContain('change_feed_parked_total{cell="cell",step="relay"} 3');
  expect(await tenant.changes()).toHaveLength(4);
});

test.each([
  ['before the worker knew it', false],
  ['while the worker knew it', true],
])(
  'of a tenant that is deleted %s nothing is sent, moved or set aside, and its neighbours are served',
  async (_, isKnown) => {
    const neighbour = await cell.tenant();
    const listener = await Listener.start(inject('kafkaUrl'), topic);
    const process = driven();
    await tenant.create();
    if (isKnown) {
      await relayAll(process.relay);
      await listener.catchUp();
    }
    await neighbour.create();
    await cell.owner.control.query(context, close.with({ id: tenant.tenant.id }));
    await dropTenantSchema(context, cell.owner.cell('cell'), tenant.tenant.number);
    await relayAll(process.relay);
    await listener.catchUp();
    expect(listener.received).toHaveLength(isKnown ? 2 : 1);
    const batch = batchOf(listener.received);
    await process.mover.handle(context, batch);
    expect(batch.isCommitted).toBe(true);
    expect(await neighbour.feed()).toHaveLength(1);
    expect(await deadLetters()).toEqual([]);
    const metrics = await telemetry.metrics.text();
    expect(metrics).not.toContain('change_feed_parked_total{');
    expect(metrics.includes('reason="deleted_tenant"} 1')).toBe(isKnown);
  },
);

test('only the change that the database refuses is a dead letter; the rest of its batch is moved', async () => {
  const other = await cell.tenant();
  const ids = [await tenant.create(), await tenant.create(), await tenant.create()];
  await other.create();
  const bad = (await tenant.outbox()).find(({ record_id }) => record_id === ids[1]);
  await tenant.owner.query(context, refuse);
  await tenant.owner.query(context, refuseOnly(bad?.id ?? ''));
  const batch = batchOf(await sentNow());
  await driven().mover.handle(context, batch);
  expect(batch.isCommitted).toBe(true);
  expect((await tenant.feed()).map(({ record_id }) => record_id)).toEqual([ids[0], ids[2]]);
  expect(await other.feed()).toHaveLength(1);
  expect((await tenant.outbox()).map(({ id }) => id)).toEqual([bad?.id]);
  expect(await deadLetters()).toMatchObject([
    { event_id: bad?.id, reason: expect.stringContaining('refused') as string },
  ]);
});

test('the changes of a tenant whose schema is gone are dead letters, and no other tenant waits for them', async () => {
  const other = await cell.tenant();
  await tenant.create();
  await tenant.create();
  await other.create();
  const events = await sentNow();
  await tenant.owner.query(context, dropSchema);
  await driven().mover.handle(context, batchOf(events));
  expect(await other.feed()).toHaveLength(1);
  expect(await deadLetters()).toMatchObject([
    { reason: expect.stringContaining('does not exist') as string },
    { reason: expect.stringContaining('does not exist') as string },
  ]);
});

test('the changes of a tenant that waits for a migration or a recovery are left for later, and no dead letters', async () => {
  await tenant.create();
  const events = await sentNow();
  await tenant.owner.query(context, dropSchema);
  vi.spyOn(cell.database.schemas, 'isBehind').mockReturnValue(true);
  await driven().mover.handle(context, batchOf(events));
  expect(await deadLetters()).toEqual([]);
  expect(await telemetry.metrics.text()).toContain('change_feed_left_total{cell="cell",reason="behind"} 1');
});

test('a process leaves the changes of a cell that it does not know to a process that does', async () => {
  await tenant.create();
  const events = await sentNow();
  await cell.owner.control.query(context, moveElsewhere.with(tenant.tenant));
  const batch = batchOf(events);
  await driven().mover.handle(context, batch);
  expect(batch.isCommitted).toBe(true);
  expect(await tenant.outbox()).toHaveLength(1);
  expect(await telemetry.metrics.text()).toContain('change_feed_left_total{cell="elsewhere",reason="unknown_cell"} 1');
});

test('a dead letter is tried again after an hour, and forgotten once it was moved', async () => {
  await tenant.create();
  const [event] = await tenant.outbox();
  const cellSql = cell.database.cell('cell');
  const { addDeadLetters, relayAgain, forgetDeadLetters } = statements;
  await cellSql.query(context, addDeadLetters.with({ ids: [event?.id], reasons: ['for a test'], parkedMax: 10_000 }));
  const again = () => cellSql.query(context, relayAgain.with({ snapshot: everything, after: 0, pageMax: 10 }));
  expect(await again()).toEqual([]);
  await cell.owner.cell('cell').query(context, anHourLater);
  expect(await again()).toMatchObject([{ id: event?.id }]);
  expect(await cellSql.query(context, forgetDeadLetters.with({ rowsMax: 10 }))).toEqual([{ purged: 0 }]);
  await driven().mover.handle(context, batchOf(await sentNow()));
  expect(await cellSql.query(context, forgetDeadLetters.with({ rowsMax: 10 }))).toEqual([{ purged: 1 }]);
  expect(await deadLetters()).toEqual([]);
});

test('the table of dead letters is bounded', async () => {
  for (let n = 0; n < 5; n += 1) {
    await tenant.create();
  }
  const ids = (await tenant.outbox()).map(({ id }) => id);
  const add = (event: string) =>
    cell.database
      .cell('cell')
      .query(context, statements.addDeadLetters.with({ ids: [event], reasons: ['x'], parkedMax: 3 }));
  for (const id of ids) {
    await add(id);
  }
  expect(await deadLetters()).toHaveLength(3);
  await add(newId());
  expect(await deadLetters()).toHaveLength(3);
});

test('a full table still takes a change that it holds already', async () => {
  await tenant.create();
  const [event] = await tenant.outbox();
  const cellSql = cell.database.cell('cell');
  const { addDeadLetters, relayAgain } = statements;
  await cellSql.query(context, addDeadLetters.with({ ids: [event?.id], reasons: ['x'], parkedMax: 1 }));
  await cell.owner.cell('cell').query(context, anHourLater);
  await cellSql.query(context, addDeadLetters.with({ ids: [event?.id], reasons: ['y'], parkedMax: 1 }));
  expect(await deadLetters()).toMatchObject([{ reason: 'y' }]);
  expect(await cellSql.query(context, relayAgain.with({ snapshot: everything, after: 0, pageMax: 10 }))).toEqual([]);
});

test('a foreign message on the topic is counted and holds up no other', async () => {
  await tenant.create();
  const garbage = [
    '',
    'no JSON',
    '[]',
    '{}',
    '{"id":7}',
    JSON.stringify({ id: newId(), tenantId: 'x' }),
    '\0',
    `"${'x'.repeat(100_000)}"`,
  ];
  const strangers = [
    JSON.stringify({ id: newId(), tenantId: newId() }),
    JSON.stringify({ id: newId(), tenantId: tenant.tenant.id }),
  ];
  const foreign = [...garbage, ...strangers].map((value, n) => ({
    partition: 0,
    offset: BigInt(n),
    key: '',
    value,
    traceparent: undefined,
  }));
  const batch = batchOf([...foreign, ...(await sentNow())]);
  await driven().mover.handle(context, batch);
  expect(batch.isCommitted).toBe(true);
  expect(await tenant.feed()).toHaveLength(1);
  const text = await telemetry.metrics.text();
  expect(text).toContain(`change_feed_skipped_total{reason="malformed"} ${garbage.length}`);
  expect(text).toContain('change_feed_skipped_total{reason="unknown_tenant"} 1');
});

test('a tenant whose feed is locked keeps its rows for later, and no other tenant waits for it', async () => {
  const other = await cell.tenant();
  await tenant.create();
  await other.create();
  await tenant.owner.transaction(context, async (sql) => {
    await sql.query(context, lockFeed);
    const batch = batchOf(await sentNow());
    const { mover } = driven();
    await mover.handle(context, batch);
    expect(batch.isCommitted).toBe(true);
    const began = performance.now();
    await mover.handle(context, batch);
    expect(performance.now() - began, 'the lock is waited for once').toBeLessThan(1_500);
  });
  expect(await other.feed()).toHaveLength(1);
  expect(await tenant.outbox()).toHaveLength(1);
  expect(await deadLetters()).toEqual([]);
});

/** The events that a relay would send now, as a worker gets them. */
async function sentNow(): Promise<ReceivedEvent[]> {
  const { relayOptions } = driven();
  const page = { since: '1:1:', snapshot: everything, after: 0, pageMax: 100 };
  const rows = await relayOptions.sql.query<never>(context, relayOptions.statements.relayPage.with(page));
  const events = await relayOptions.events.of(context, 'cell', rows);
  return events.map(({ key, value }, n) => ({ partition: 0, offset: BigInt(n), key, value, traceparent: undefined }));
}

/** A snapshot in which every row is visible. */
const everything = '9000000000000000000:9000000000000000000:';

const readDeadLetters = statement('test_dead_letters', 'select event_id, reason from cell.poison_event');
const anHourLater = statement(
  'test_an_hour_later',
  `update cell.poison_event set last_seen = last_seen - interval '61 minutes'`,
);
const dropSchema = statement('test_drop_schema', `do $$ begin execute 'drop schema :schema cascade'; end $$`);
const moveElsewhere = statement(
  'test_move_elsewhere',
  `with c as (insert into control.cell (name) values ('elsewhere')) update control.tenant set cell = 'elsewhere'
    where id = :id`,
);
const lockFeed = statement('test_lock_feed', 'lock table tenant.change_feed in access exclusive mode');
const addToOutbox = statement(
  'test_add_to_outbox',
  `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
    values (:id, :tenantNumber::int, :resource::smallint, uuidv7(), :operation, :version::bigint, now())`,
);
const refuse = statement(
  'test_refuse',
  `do $$ begin
     execute 'create function tenant.refuse() returns trigger language plpgsql as ''begin raise exception ''''refused'''' ; end''';
   end $$`,
);
const refuseOnly = (id: string) =>
  statement(
    'test_refuse_only',
    `create trigger refuse before insert on tenant.change_feed for each row when (new.id = '${id}') execute function tenant.refuse()`,
  );
const close = statement('t_close', `update control.tenant set state = 'deleting' where id = :id`);
