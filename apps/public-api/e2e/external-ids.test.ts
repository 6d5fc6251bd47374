import { expect, test } from 'vitest';
import { customerPages, newCustomer, putCustomer, watermark } from './customers.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { expectDone, newName, newTenant, type PublicClient } from './tenant.ts';

const tenant = await newTenant();
const [client, other] = await Promise.all([tenant.client(), tenant.client()]);

const find = (by: PublicClient, externalId: string) => by.getCustomerByExternalId({ params: { externalId } });

test('a create or update with a taken external id is 409 external_id_conflict, and its detail names the holder', async () => {
  const externalId = newName('taken');
  const holder = await newCustomer(client, { externalId });
  const record = await newCustomer(client);
  const answers = [
    await client.createCustomer({ body: { name: 'x', externalId } }),
    await client.updateCustomer({ params: { id: record.id }, body: { name: 'x', externalId } }),
  ];
  for (const answer of answers) {
    expect(expectProblem(answer, 409, 'external_id_conflict').detail).toContain(holder.id);
  }
});

test('an external id conflict does not name a record that the client may not see', async () => {
  const userId = await tenant.user({ dataScope: 'own' });
  const confined = await tenant.client({ runAsUserId: userId });
  const externalId = newName('lost');
  const record = await newCustomer(confined, { externalId });
  await putCustomer(client, { ...record, externalId: null }, { ownerUserId: tenant.ownerId });
  expectProblem(await find(confined, externalId), 404, 'not_found');
  const refused = await confined.createCustomer({ body: { name: 'x', externalId } });
  expect(expectProblem(refused, 409, 'external_id_conflict').detail).not.toContain(record.id);
});

test('each client has external ids of its own, on the same record or on different ones', async () => {
  const externalId = newName('shared');
  const since = await watermark(client);
  const mine = await newCustomer(client, { externalId });
  expectProblem(await find(other, externalId), 404, 'not_found');
  const theirs = await newCustomer(other, { externalId });
  expect(expectDone(await find(client, externalId), 200).id).toBe(mine.id);
  expect(expectDone(await find(other, externalId), 200).id).toBe(theirs.id);
  const seen = (await customerPages(other, { updatedFrom: since })).flatMap(({ data }) => data);
  expect(seen.map((record) => [record.id, record.externalId])).toEqual([
    [mine.id, null],
    [theirs.id, externalId],
  ]);
  const named = await putCustomer(other, { ...mine, externalId: null }, { externalId: `${externalId} too` });
  expect(named.externalId).toBe(`${externalId} too`);
  expect(expectDone(await client.getCustomer({ params: { id: mine.id } }), 200).externalId).toBe(externalId);
});

test('an update to another external id or to null is 409 external_id_immutable, and one without it keeps it', async () => {
  const externalId = newName('fixed');
  const record = await newCustomer(client, { externalId });
  const params = { id: record.id };
  for (const wrong of [newName('other'), null, externalId.toUpperCase()]) {
    const refused = await client.updateCustomer({ params, body: { name: 'x', externalId: wrong } });
    expectProblem(refused, 409, 'external_id_immutable');
  }
  expect(expectDone(await client.getCustomer({ params }), 200)).toEqual(record);
  for (const more of [{}, { externalId }]) {
    const kept = await client.updateCustomer({ params, body: { name: 'x', ...more } });
    expect(expectDone(kept, 200).externalId).toBe(externalId);
  }
});

test('an update gives an external id to a record without one, and null leaves the record without one', async () => {
  const externalId = newName('later');
  const record = await newCustomer(client);
  expect((await putCustomer(client, record, { externalId: null })).externalId).toBeNull();
  expect((await putCustomer(client, record, { externalId })).externalId).toBe(externalId);
  expect(expectDone(await find(client, externalId), 200).id).toBe(record.id);
});

test('the external id of a deleted record finds nothing, and may be used again', async () => {
  const externalId = newName('again');
  const first = await newCustomer(client, { externalId });
  expectDone(await client.deleteCustomer({ params: { id: first.id } }), 204);
  expectProblem(await find(client, externalId), 404, 'not_found');
  const second = await newCustomer(client, { externalId });
  expect(expectDone(await find(client, externalId), 200).id).toBe(second.id);
});

test('an external id has 1 to 200 characters, and its case matters', async () => {
  const longest = newName('Long').padEnd(200, 'ş');
  const record = await newCustomer(client, { externalId: longest });
  expect(expectDone(await find(client, longest), 200).id).toBe(record.id);
  for (const externalId of ['', '   ', `${longest}y`]) {
    expectErrors(await client.createCustomer({ body: { name: 'x', externalId } }), 'externalId');
  }
  expectProblem(await find(client, longest.toLowerCase()), 404, 'not_found');
  await newCustomer(client, { externalId: longest.toLowerCase() });
});

test.each(['a/b', 'a b', '100%', 'a+b', 'a?b#c', 'ş', '..', '%2F', 'a\\b', "';--"])(
  'an external id like %s is found by its percent-encoded form',
  async (odd) => {
    const externalId = odd === '..' ? odd : newName(odd);
    const record = await newCustomer(client, { externalId });
    if (odd !== '..') {
      expect(expectDone(await find(client, externalId), 200).id).toBe(record.id);
    }
    expect(record.externalId).toBe(externalId);
  },
);

test('an external id that looks like an id finds its own record', async () => {
  const named = await newCustomer(client);
  const record = await newCustomer(client, { externalId: named.id });
  expect(expectDone(await find(client, named.id), 200).id).toBe(record.id);
  expect(expectDone(await client.getCustomer({ params: { id: named.id } }), 200).id).toBe(named.id);
});

test('of many creates with the same external id at the same time on both processes exactly one gets through', async () => {
  const externalId = newName('race');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      client.on(index % 2).createCustomer({ body: { name: newName(), externalId } }),
    ),
  );
  const won = answers.filter(({ status }) => status === 201);
  expect(won).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectProblem(answer, 409, 'external_id_conflict');
  }
});
