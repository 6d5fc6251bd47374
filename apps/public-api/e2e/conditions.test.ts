import { expect, test } from 'vitest';
import { newCustomer } from './customers.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { expectDone, newName, newTenant } from './tenant.ts';

const tenant = await newTenant();
const client = await tenant.client();

test('a write with If-Match of the current ETag passes, and one with an older ETag is 409 and changes nothing', async () => {
  const made = await client.createCustomer({ body: { name: newName() } });
  const params = { id: expectDone(made, 201).id };
  const old = { 'if-match': made.headers.get('etag') ?? '' };
  const second = await client.updateCustomer({ params, body: { name: 'Second' }, headers: old });
  expectDone(second, 200);
  const late = await client.updateCustomer({ params, body: { name: 'Third' }, headers: old });
  expectProblem(late, 409, 'concurrency_conflict');
  expectProblem(await client.deleteCustomer({ params, headers: old }), 409, 'concurrency_conflict');
  const current = await client.getCustomer({ params });
  expect(expectDone(current, 200).name).toBe('Second');
  expect(current.headers.get('etag')).toBe(second.headers.get('etag'));
  const weak = { 'if-match': `W/${second.headers.get('etag')}` };
  expectProblem(await client.deleteCustomer({ params, headers: weak }), 409, 'concurrency_conflict');
  for (const untagged of ['1', 'nonsense', '"']) {
    expectErrors(await client.deleteCustomer({ params, headers: { 'if-match': untagged } }), 'If-Match');
  }
  const gone = await client.deleteCustomer({ params, headers: { 'if-match': second.headers.get('etag') ?? '' } });
  expectDone(gone, 204);
});

test('If-Match compares versions, so a client that sees another external id may send the ETag that it read', async () => {
  const made = await newCustomer(client, { externalId: newName('external') });
  const other = await tenant.client();
  const params = { id: made.id };
  const seen = await other.getCustomer({ params });
  expect(seen.headers.get('etag')).not.toBe((await client.getCustomer({ params })).headers.get('etag'));
  const headers = { 'if-match': seen.headers.get('etag') ?? '' };
  expectDone(await client.updateCustomer({ params, body: { name: 'Changed' }, headers }), 200);
});

test('a get with If-None-Match of the current ETag is 304 without a body, and one with an older ETag is 200', async () => {
  const made = await client.createCustomer({ body: { name: newName(), externalId: newName('external') } });
  const { id, externalId } = expectDone(made, 201);
  const etag = made.headers.get('etag') ?? '';
  for (const tag of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const headers = { 'if-none-match': tag };
    const answer = await client.getCustomer({ params: { id }, headers });
    expect({ status: answer.status, body: answer.body, etag: answer.headers.get('etag') }).toEqual({
      status: 304,
      body: undefined,
      etag,
    });
    const byExternalId = await client.getCustomerByExternalId({ params: { externalId: externalId ?? '' }, headers });
    expect(byExternalId.status).toBe(304);
  }
  expectDone(await client.updateCustomer({ params: { id }, body: { name: 'Changed' } }), 200);
  const answer = await client.getCustomer({ params: { id }, headers: { 'if-none-match': etag } });
  expect(expectDone(answer, 200).name).toBe('Changed');
});

test('of many updates with the same ETag at the same time exactly one gets through', async () => {
  const made = await client.createCustomer({ body: { name: newName() } });
  const params = { id: expectDone(made, 201).id };
  const headers = { 'if-match': made.headers.get('etag') ?? '' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      client.on(index % 2).updateCustomer({ params, headers, body: { name: `Writer ${index}` } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(409)]);
});
