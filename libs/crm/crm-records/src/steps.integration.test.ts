import type { RecordDefinition } from '@rapport/records';
import { describe, expect, test } from 'vitest';
import { activities } from './activities.ts';
import { leads } from './leads.ts';
import { opportunities } from './opportunities.ts';
import { codeOf, peopleRecords } from './testing/people-records.ts';

const { context, storeOf, steppedStoreOf, made, read } = await peopleRecords();
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

async function sentenceOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => String(error instanceof Error ? error.message : error),
  );
}
