import { randomBytes } from 'node:crypto';
import type { Database } from '@rapport/database';
import { createTestDatabases, type TestDatabases } from '@rapport/database/testing';
import { AppError, newId, type RequestContext, type Visibility } from '@rapport/kernel';
import {
  CursorCodec,
  putMember,
  RecordStore,
  SteppedRecords,
  SyncedRecords,
  type Columns,
  type RecordDefinition,
} from '@rapport/records';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { activities } from './activities.ts';
import { campaigns } from './campaigns.ts';
import { customers } from './customers/customers.ts';
import { leads } from './leads.ts';
import { opportunities } from './opportunities.ts';
import { recordKinds } from './record-kinds.ts';

const tenant = { id: newId(), number: 1, cell: 'cell' };
let databases: TestDatabases;
let database: Database;
let userId: string;

beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  await databases.createTenant(1);
  database = databases.connect('rapport_application_api');
  userId = newId();
  const owner = databases.connect('rapport_subscription_service', { poolSize: 1 }).tenant(tenant);
  await putMember(context(), owner, { id: userId, name: 'Ada', teamId: null, isActive: true, version: 1 });
});
afterAll(() => databases.drop());

function context(visibility: Visibility = { scope: 'all' }, clientId: string | null = null): RequestContext {
  return {
    trace: { traceId: 'test', traceparent: '00-00000000000000000000000000000001-0000000000000001-00' },
    tenant,
    actor: { userId, clientId },
    visibility,
    view: { client: 0, user: 0 },
  };
}

function storeOf<C extends Columns>(definition: RecordDefinition<C>): RecordStore<C> {
  return new RecordStore(definition, surfaceOf(definition), { database, all: recordKinds });
}

function steppedStoreOf<C extends Columns>(definition: RecordDefinition<C>): SteppedRecords<C> {
  const surface = { ...surfaceOf(definition), items: [] };
  return new SteppedRecords(definition, surface, { database, all: recordKinds });
}

/** The records of a kind as people have them: every member, those aside that are counted. */
function surfaceOf<C extends Columns>(definition: RecordDefinition<C>) {
  const own = Object.keys(definition.columns).filter((member) => !definition.columns[member]?.figure);
  const set = new Set(['status', 'stage', 'completedOnUtc', 'closedOnUtc', 'convertedOnUtc']);
  const isWritten = (member: string): boolean =>
    !member.startsWith('converted') && (!set.has(member) || (member === 'status' && definition.resource.number > 4));
  const shows = ['id', ...own, 'ownerUserId', 'lastModifiedOnUtc'];
  // The names are the definition's own.
  return { shows: shows as never, writes: own.filter(isWritten) as never, answers: 'id' as const };
}

async function made<C extends Columns>(store: RecordStore<C>, input: object): Promise<string> {
  const { body } = await store.create(context(), input);
  return JSON.parse(body) as string;
}

async function read<C extends Columns>(store: RecordStore<C>, id: string): Promise<Record<string, unknown>> {
  const { body, encoding, etag } = await store.get(context(), id);
  return { ...(JSON.parse(Buffer.from(body, encoding).toString()) as object), etag };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

const permissions = ['opportunity.reopen'];

/** The steps as the product promises them. */
const machines = [
  {
    definition: activities,
    states: ['plan', 'inProgress', 'completed', 'cancelled'],
    steps:
      'plan>inProgress plan>completed plan>cancelled inProgress>plan inProgress>completed inProgress>cancelled completed>inProgress cancelled>plan',
    body: { subject: 'Call' },
  },
  {
    definition: leads,
    states: ['new', 'contacted', 'nurturing', 'qualified', 'unqualified'],
    steps:
      'new>contacted new>nurturing new>qualified new>unqualified contacted>nurturing contacted>qualified contacted>unqualified nurturing>contacted nurturing>qualified nurturing>unqualified qualified>contacted qualified>nurturing qualified>unqualified unqualified>new',
    body: { lastName: 'Lovelace' },
  },
  {
    definition: opportunities,
    states: ['prospecting', 'qualification', 'proposal', 'negotiation', 'closedWon', 'closedLost'],
    steps: ['prospecting', 'qualification', 'proposal', 'negotiation']
      .flatMap((open, _, all) => [
        ...all.filter((other) => other !== open).map((other) => `${open}>${other}`),
        ...['closedWon', 'closedLost'].flatMap((closed) => [`${open}>${closed}`, `${closed}>${open}`]),
      ])
      .join(' '),
    body: { name: 'A deal', lostReason: 'Price' },
  },
] as const;

describe.each(machines)('the states of $definition.resource.name', ({ definition, states, steps, body }) => {
  const pairs = states.flatMap((from) => states.map((to) => [from, to] as const));

  test.each(pairs)(
    'a step from %s to %s is taken where the table has it, and changes nothing else',
    async (from, to) => {
      const store = steppedStoreOf(definition as RecordDefinition);
      const id = await made(store, body);
      if (from !== states[0]) {
        await store.step(context(), id, from, { permissions });
      }
      const before = await read(store, id);
      const code = await codeOf(store.step(context(), id, to, { permissions }));
      const member = definition.states?.member ?? '';
      const isTaken = steps.split(' ').includes(`${from}>${to}`);
      expect(code).toBe(isTaken || from === to ? 'done' : 'invalid_transition');
      const after = await read(store, id);
      expect(after['etag'] === before['etag']).toBe(!isTaken);
      const state = isTaken ? to : from;
      // The state of an activity goes out as its number.
      const number = (states as readonly string[]).indexOf(state) + 1;
      expect(after[member]).toBe(definition.resource.name === 'activities' ? number : state);
    },
  );
});

test.each(machines[0].states.flatMap((from) => machines[0].states.map((to) => [from, to] as const)))(
  'an update brings an activity from %s to %s where a step does',
  async (from, to) => {
    const store = storeOf(activities);
    const id = await made(store, { subject: 'Call', status: from });
    const isTaken = machines[0].steps.split(' ').includes(`${from}>${to}`);
    const code = await codeOf(store.update(context(), id, { subject: 'Call', status: to }));
    expect(code).toBe(isTaken || from === to ? 'done' : 'invalid_transition');
    const { status, completedOnUtc, lastModifiedOnUtc } = await read(store, id);
    expect(status).toBe(machines[0].states.indexOf(isTaken ? to : from) + 1);
    expect(completedOnUtc === null).toBe(status !== 3);
    if (isTaken && to === 'completed') {
      expect(completedOnUtc).toBe(lastModifiedOnUtc);
    }
  },
);

test('a refused step names the state and the steps that lead from it', async () => {
  const [deals, people, calls] = [steppedStoreOf(opportunities), steppedStoreOf(leads), storeOf(activities)];
  const [deal, lead] = [await made(deals, { name: 'A deal' }), await made(people, { lastName: 'Lovelace' })];
  await deals.step(context(), deal, 'closedWon', { permissions });
  await people.step(context(), lead, 'unqualified', { permissions });
  const call = await made(calls, { subject: 'Call', status: 'completed' });
  const lost = { permissions, reason: 'Price' };
  expect(await sentenceOf(deals.step(context(), deal, 'closedLost', lost))).toBe(
    'The opportunity is closedWon, and from there a step leads to prospecting, qualification, proposal or negotiation alone.',
  );
  expect(await sentenceOf(people.step(context(), lead, 'contacted', { permissions }))).toBe(
    'The lead is unqualified, and from there a step leads to new alone.',
  );
  expect(await sentenceOf(calls.update(context(), call, { subject: 'Call', status: 'cancelled' }))).toBe(
    'The activity is completed, and from there a step leads to inProgress alone.',
  );
});

async function sentenceOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );
}

test('of twenty steps into one state at once one is written', async () => {
  const store = steppedStoreOf(leads);
  const id = await made(store, { lastName: 'Lovelace' });
  await Promise.all(Array.from({ length: 20 }, () => store.step(context(), id, 'qualified', { permissions })));
  expect((await read(store, id))['etag']).toBe('"2"');
});

test('a step that takes a permission names it to a caller that lacks it, and changes nothing', async () => {
  const store = steppedStoreOf(opportunities);
  const id = await made(store, { name: 'A deal' });
  expect(await store.step(context(), id, 'closedWon', { permissions: [] })).toBeNull();
  expect(await store.step(context(), id, 'proposal', { permissions: [] })).toBe('opportunity.reopen');
  expect(await read(store, id)).toMatchObject({ stage: 'closedWon', probability: 100, etag: '"2"' });
  expect(await store.step(context(), id, 'proposal', { permissions })).toBeNull();
  expect(await read(store, id)).toMatchObject({ stage: 'proposal', probability: 50, closedOnUtc: null });
});

test('an opportunity is not lost without a reason', async () => {
  const store = steppedStoreOf(opportunities);
  const id = await made(store, { name: 'A deal' });
  expect(await codeOf(store.step(context(), id, 'closedLost', { permissions }))).toBe('validation_failed');
  expect(await store.step(context(), id, 'closedLost', { permissions, reason: 'Price' })).toBeNull();
  expect(await read(store, id)).toMatchObject({ stage: 'closedLost', lostReason: 'Price' });
});

describe.each([
  { definition: customers, parent: 'parentCustomerId' },
  { definition: campaigns, parent: 'parentCampaignId' },
] as const)('the hierarchy of $definition.resource.name', ({ definition, parent }) => {
  test(`no record stands below itself by ${parent}`, async () => {
    const store = storeOf(definition as RecordDefinition);
    const top = await made(store, { name: 'top' });
    const middle = await made(store, { name: 'middle' });
    const bottom = await made(store, { name: 'bottom' });
    expect(await codeOf(store.update(context(), middle, { name: 'middle', [parent]: top }))).toBe('done');
    expect(await codeOf(store.update(context(), bottom, { name: 'bottom', [parent]: middle }))).toBe('done');
    for (const below of [top, middle, bottom]) {
      expect(await codeOf(store.update(context(), top, { name: 'top', [parent]: below }))).toBe('hierarchy_cycle');
    }
    expect((await read(store, top))[parent]).toBeNull();
  });

  test(`of two writes at once that would close a circle by ${parent} one is refused`, async () => {
    const store = storeOf(definition as RecordDefinition);
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = [await made(store, { name: 'one' }), await made(store, { name: 'other' })];
      const codes = await Promise.all([
        codeOf(store.update(context(), one, { name: 'one', [parent]: other })),
        codeOf(store.update(context(), other, { name: 'other', [parent]: one })),
      ]);
      expect(codes.toSorted()).toEqual(['done', 'hierarchy_cycle']);
    }
  });
});

test('an activity takes the customer of its opportunity, else of its contact, and keeps one that it says', async () => {
  const [first, second] = [
    await made(storeOf(customers), { name: 'A' }),
    await made(storeOf(customers), { name: 'B' }),
  ];
  const opportunityId = await made(storeOf(opportunities), { name: 'A deal', customerId: first });
  const store = storeOf(activities);
  expect((await read(store, await made(store, { subject: 'x', opportunityId })))['customerId']).toBe(first);
  const said = await made(store, { subject: 'x', opportunityId, customerId: second });
  expect((await read(store, said))['customerId']).toBe(second);
});

describe('a campaign that a lead names', () => {
  const own: Visibility = { scope: 'own', userId: newId() };

  test('must be there and in sight, but for the one that the lead names already', async () => {
    const store = storeOf(leads);
    const campaignId = await made(storeOf(campaigns), { name: 'Fair' });
    const id = await made(store, { lastName: 'Lovelace', campaignId });
    expect(await codeOf(store.create(context(), { lastName: 'x', campaignId: newId() }))).toBe('validation_failed');
    expect(await codeOf(store.create(context(own), { lastName: 'x', campaignId }))).toBe('validation_failed');
    const mine: Visibility = { scope: 'own', userId };
    const hidden = await made(storeOf(campaigns), { name: 'Hidden' });
    expect(await codeOf(store.update(context(mine), id, { lastName: 'y', campaignId }))).toBe('done');
    expect(await codeOf(storeOf(campaigns).delete(context(), campaignId))).toBe('resource_in_use');
    expect(await codeOf(storeOf(campaigns).delete(context(), hidden))).toBe('done');
  });

  test('is never gone, whatever creates and deletes come at once', async () => {
    for (let round = 0; round < 15; round += 1) {
      const campaignId = await made(storeOf(campaigns), { name: 'Fair' });
      const [created, deleted] = await Promise.all([
        codeOf(storeOf(leads).create(context(), { lastName: 'x', campaignId })),
        codeOf(storeOf(campaigns).delete(context(), campaignId)),
      ]);
      expect([created, deleted]).toSatisfy(
        ([create, gone]: [string, string]) =>
          (create === 'done' && gone === 'resource_in_use') || (create === 'validation_failed' && gone === 'done'),
      );
    }
  });
});

test('a write of clients leaves the members of people, and a write of people leaves external ids', async () => {
  const client = context({ scope: 'all' }, newId());
  const publicStore = new SyncedRecords(
    customers,
    {
      shows: ['id', 'code', 'name', 'description', 'ownerUserId', 'externalId', 'lastModifiedOnUtc'],
      writes: ['code', 'name', 'description'],
    },
    {
      database: databases.connect('rapport_public_api'),
      cursors: new CursorCodec(randomBytes(32)),
      all: recordKinds,
    },
  );
  const people = storeOf(customers);
  const mine = { creditLimit: 25_000.1234, paymentTermDays: 45, tags: ['VIP', 'Ege, "İzmir"'] };
  const id = await made(people, { name: 'Engines', ...mine });
  await publicStore.update(client, id, { name: 'Engines Ltd', externalId: 'erp-1' });
  expect(await read(people, id)).toMatchObject({ name: 'Engines Ltd', ...mine });
  await people.update(context(), id, { name: 'Engines plc', ...mine });
  const { body } = await publicStore.getByExternalId(client, 'erp-1');
  expect(JSON.parse(body)).toMatchObject({ id, name: 'Engines plc', externalId: 'erp-1' });
});
