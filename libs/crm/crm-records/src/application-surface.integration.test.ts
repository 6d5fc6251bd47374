import { randomBytes } from 'node:crypto';
import { newId, type Visibility } from '@rapport/kernel';
import { CursorCodec, SyncedRecords, type RecordDefinition } from '@rapport/records';
import { describe, expect, test } from 'vitest';
import { activities } from './activities.ts';
import { campaigns } from './campaigns.ts';
import { customers } from './customers/customers.ts';
import { leads } from './leads.ts';
import { opportunities } from './opportunities.ts';
import { recordKinds } from './record-kinds.ts';
import { codeOf, peopleRecords } from './testing/people-records.ts';

const { databases, userId, context, storeOf, made, read } = await peopleRecords();

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
