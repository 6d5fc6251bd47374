import { expect, test } from 'vitest';
import { changes, listedIds, newCustomer, putCustomer, watermark, type NewCustomer } from './customers.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { rawJson } from './raw.ts';
import { expectDone, newName, newTenant, type PublicClient } from './tenant.ts';

const tenant = await newTenant();
const client = await tenant.client();

const path = '/api/v1/customers';

function create(by: PublicClient, key: string, body: NewCustomer) {
  return by.createCustomer({ body, headers: { 'idempotency-key': key } });
}

function isReplay({ headers }: { readonly headers: Headers }): boolean {
  return headers.get('idempotency-replayed') === 'true';
}

test('a repeated request gets the stored status, body and Location on every process, and makes no record', async () => {
  const since = await watermark(client);
  const [key, body] = [newName('key'), { name: newName(), externalId: newName('external') }];
  const first = await create(client.on(0), key, body);
  const made = expectDone(first, 201);
  for (const replica of [0, 1]) {
    const again = await create(client.on(replica), key, body);
    expect(expectDone(again, 201)).toEqual(made);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(isReplay(again)).toBe(true);
    expect(again.headers.get('traceresponse')).not.toBe(first.headers.get('traceresponse'));
  }
  expect(isReplay(first)).toBe(false);
  expect(await listedIds(client, { updatedFrom: since })).toEqual([made.id]);
  expect(await changes(client, { updatedFrom: since })).toHaveLength(1);
});

test('a replay shows the stored answer also after the record was changed or deleted', async () => {
  const [key, body] = [newName('key'), { name: newName() }];
  const made = expectDone(await create(client, key, body), 201);
  await putCustomer(client, made, { description: 'Changed since' });
  expect(expectDone(await create(client, key, body), 201)).toEqual(made);
  expectDone(await client.deleteCustomer({ params: { id: made.id } }), 204);
  const again = await create(client, key, body);
  expect(expectDone(again, 201)).toEqual(made);
  expect(isReplay(again)).toBe(true);
});

test('of 50 equal requests at the same time on both processes one makes the record, and the others replay it or get 409', async () => {
  const since = await watermark(client);
  const [key, body] = [newName('key'), { name: newName() }];
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => create(client.on(index % 2), key, body)));
  const done = answers.filter(({ status }) => status === 201);
  expect(done.filter((answer) => !isReplay(answer))).toHaveLength(1);
  expect(new Set(done.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectProblem(answer, 409, 'idempotency_in_progress');
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  expect(await listedIds(client, { updatedFrom: since })).toHaveLength(1);
});

test('of many requests at the same time with the same key and different bodies exactly one gets through', async () => {
  const key = newName('key');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => create(client.on(index % 2), key, { name: newName() })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  for (const { status, body } of answers.filter((answer) => answer.status !== 201)) {
    expect(status).toBe(409);
    expect((body as { code: string }).code).toMatch(/^idempotency_(key_reused|in_progress)$/);
  }
});

test('the same key with another body is 409 idempotency_key_reused and makes no record', async () => {
  const key = newName('key');
  await create(client, key, { name: newName() });
  const since = await watermark(client);
  expectProblem(await create(client, key, { name: newName() }), 409, 'idempotency_key_reused');
  expect(await listedIds(client, { updatedFrom: since })).toEqual([]);
});

test('another order of members, white space or spelling makes no other request, and a null member does', async () => {
  const key = newName('key');
  const headers = { 'idempotency-key': key };
  const made = await rawJson('POST', path, client.token, '{"name": "Same", "phone": "1"}', headers);
  const again = await rawJson('POST', path, client.token, '{\n "phone" : "\\u0031",\t"name": "Same"}', headers);
  expect(again.body).toEqual(made.body);
  expect(isReplay(again)).toBe(true);
  const withNull = await rawJson('POST', path, client.token, '{"name": "Same", "phone": "1", "email": null}', headers);
  expectProblem(withNull, 409, 'idempotency_key_reused');
});

test('failures are not stored, so a corrected request with the same key is done', async () => {
  const key = newName('key');
  expectErrors(await create(client, key, { name: '' }), 'name');
  const externalId = newName('external');
  const holder = await newCustomer(client, { externalId });
  const body = { name: newName(), externalId };
  expectProblem(await create(client, key, body), 409, 'external_id_conflict');
  expectDone(await client.deleteCustomer({ params: { id: holder.id } }), 204);
  const made = await create(client, key, body);
  expectDone(made, 201);
  expect(isReplay(made)).toBe(false);
});

test('a stored answer is replayed although the same write would be refused by now', async () => {
  const userId = await tenant.user({ dataScope: 'own' });
  const [key, body] = [newName('key'), { name: newName(), externalId: newName('external'), ownerUserId: userId }];
  const made = expectDone(await create(client, key, body), 201);
  const again = await create(client, key, body);
  expect(expectDone(again, 201)).toEqual(made);
  expectProblem(await create(client, newName('key'), body), 409, 'external_id_conflict');
});

test('token, scope and the request itself are checked before a replay', async () => {
  const [key, body] = [newName('key'), { name: newName() }];
  expectDone(await create(client, key, body), 201);
  expectProblem(await create(client.withToken('nonsense'), key, body), 401, 'token_invalid');
  expectProblem(await create(await client.withScopes('customers.read'), key, body), 403, 'insufficient_scope');
  expectErrors(await create(client, key, { name: '' }), 'name');
});

test('idempotency keys of 1 to 200 characters are taken, and their case matters', async () => {
  const own = await tenant.client();
  const longest = `${newName('key')} '"/?#`.padEnd(200, 'x');
  for (const key of ['k', longest]) {
    const body = { name: newName() };
    const ids = [await create(own, key, body), await create(own, key, body)].map(
      (answer) => expectDone(answer, 201).id,
    );
    expect(new Set(ids).size).toBe(1);
  }
  const body = { name: newName() };
  const cased = newName('case');
  const ids = [await create(own, cased, body), await create(own, cased.toUpperCase(), body)];
  expect(new Set(ids.map((answer) => expectDone(answer, 201).id)).size).toBe(2);
});

test('an idempotency key of an update or a delete is ignored', async () => {
  const headers = { 'idempotency-key': newName('key') };
  const record = await newCustomer(client);
  const params = { id: record.id };
  for (const name of ['One', 'Two']) {
    const put = await client.updateCustomer({ params, body: { name }, headers });
    expect(expectDone(put, 200).name).toBe(name);
  }
  expectDone(await client.deleteCustomer({ params, headers }), 204);
  expectProblem(await client.deleteCustomer({ params, headers }), 404, 'not_found');
});
