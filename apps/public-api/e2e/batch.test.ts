import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectErrors, expectProblem } from './problems.ts';
import { expectDone, newName, newTenant, operator } from './tenant.ts';

const tenant = await newTenant({ requestsPerMinute: 100_000 });
const client = await tenant.client();

const write = (items: readonly unknown[], headers: Record<string, string> = {}, by = client) =>
  by.writeCustomerBatch({ body: { items: [...items] }, headers });

async function written(items: readonly unknown[], headers: Record<string, string> = {}) {
  return expectDone(await write(items, headers), 200).results.map((result) => ({
    index: result.index,
    status: result.status,
    data: 'data' in result ? result.data : undefined,
    error: 'error' in result ? result.error : undefined,
  }));
}

const outcomes = (results: Awaited<ReturnType<typeof written>>) =>
  results.map(({ status, error }) => error?.code ?? status);

test('a batch creates and updates by external id, and answers each item in its place as the record then is', async () => {
  const [known, fresh] = [newName('known'), newName('fresh')];
  const [made] = await written([{ name: 'a', phone: '1', externalId: known }]);
  const results = await written([
    { name: 'b', externalId: fresh },
    { name: 'c', externalId: known },
    { name: 'd' },
    { name: 'e', externalId: fresh, email: 'e@example.test' },
  ]);
  expect(results.map(({ index, status }) => [index, status])).toEqual([
    [0, 201],
    [1, 200],
    [2, 201],
    [3, 200],
  ]);
  expect(results[1]?.data).toMatchObject({ id: made?.data?.id, name: 'c', phone: null, externalId: known });
  expect(results[3]?.data).toMatchObject({ id: results[0]?.data?.id, name: 'e', email: 'e@example.test' });
  for (const { data } of [results[1], results[2], results[3]].flatMap((result) => result ?? [])) {
    expect(expectDone(await client.getCustomer({ params: { id: data?.id ?? '' } }), 200)).toEqual(data);
  }
});

test('an item that is refused has the problem that it alone would have got, and the others are written', async () => {
  const taken = newName('code');
  const [holder] = await written([{ name: 'x', code: taken }]);
  const results = await written([
    { name: 'good' },
    { name: '' },
    7,
    { name: 'x', ownerUserId: randomUUID(), customerGroupId: randomUUID() },
    { name: 'x', code: taken.toUpperCase() },
    { name: 'x', colour: 'red' },
    { name: 'x', description: '\u0000' },
    { name: 'also good' },
  ]);
  expect(outcomes(results)).toEqual([
    201,
    'validation_failed',
    'validation_failed',
    'validation_failed',
    'code_conflict',
    'validation_failed',
    'validation_failed',
    201,
  ]);
  expect(results[4]?.error?.detail).toContain(holder?.data?.id);
  expect(results.map(({ error }) => Object.keys(error?.errors ?? {}).toSorted())).toEqual([
    [],
    ['name'],
    ['$'],
    ['customerGroupId', 'ownerUserId'],
    [],
    ['colour'],
    ['description'],
    [],
  ]);
  expect(results[1]?.error).toMatchObject({
    status: 400,
    instance: '/api/v1/customers/batch',
    help: '/docs/errors/validation_failed',
  });
});

test('codes are counted up over those that are taken, and one that the batch itself frees may be taken', async () => {
  const [a, b] = [newName('a'), newName('b')];
  const [first] = await written([{ name: 'x' }]);
  const next = Number(first?.data?.code.slice(2)) + 2;
  await written([{ name: 'x', code: `C-${String(next).padStart(6, '0')}` }]);
  const counted = await written(Array.from({ length: 5 }, () => ({ name: 'x' })));
  expect(new Set(counted.map(({ data }) => data?.code)).size).toBe(5);
  expect(outcomes(counted)).toEqual([201, 201, 201, 201, 201]);
  const [was, will] = [newName('was'), newName('will')];
  const results = await written([
    { name: 'x', code: was, externalId: a },
    { name: 'x', code: was.toLowerCase(), externalId: b },
    { name: 'x', code: will, externalId: a },
    { name: 'x', code: was, externalId: b },
    { name: 'x', code: will, externalId: b },
  ]);
  expect(outcomes(results)).toEqual([201, 'code_conflict', 200, 201, 'code_conflict']);
  expect(results[1]?.error?.detail).toContain(results[0]?.data?.id);
});

test('the items of a batch are changes of their own, in their order', async () => {
  const since = expectDone(await client.listCustomerChanges({ query: { pageSize: 1 } }), 200).syncUntilUtc;
  const externalId = newName('twice');
  const results = await written([{ name: 'a', externalId }, { name: 'b' }, { name: 'c', externalId }]);
  const [created, other, updated] = results.map(({ data }) => data);
  const { data } = expectDone(await client.listCustomerChanges({ query: { updatedFrom: since } }), 200);
  expect(data.map(({ entityId, operation }) => [entityId, operation])).toEqual([
    [created?.id, 'created'],
    [other?.id, 'created'],
    [updated?.id, 'updated'],
  ]);
  const times = [created, other, updated].map((record) => record?.lastModifiedOnUtc ?? '');
  expect(times.toSorted()).toEqual(times);
  expect(new Set(times).size).toBe(3);
});

test('a key replays the whole answer, failed items as they were, and another batch with it is refused', async () => {
  const key = { 'idempotency-key': newName('key') };
  const items = [{ name: 'a' }, { name: '' }];
  const first = await write(items, key);
  const again = await write(items, key);
  expect(expectDone(again, 200)).toEqual(expectDone(first, 200));
  expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
  expectProblem(await write([{ name: 'b' }], key), 409, 'idempotency_key_reused');
});

test('of a batch without a success nothing is kept under its key', async () => {
  const key = { 'idempotency-key': newName('key') };
  expect(outcomes(await written([{ name: '' }], key))).toEqual(['validation_failed']);
  expect(outcomes(await written([{ name: 'a' }], key))).toEqual([201]);
});

test('one key in fifty batches at once makes the records of one', async () => {
  const key = { 'idempotency-key': newName('key') };
  const externalId = newName('once');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => write([{ name: 'a', externalId }, { name: 'b' }], key)),
  );
  const done = answers.filter(({ status }) => status === 200);
  expect(done.length).toBeGreaterThan(0);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expectProblem(answer, 409, 'idempotency_in_progress');
  }
  expect(new Set(done.map((answer) => JSON.stringify(expectDone(answer, 200)))).size).toBe(1);
});

test('a batch costs a unit for each item, and one that is refused takes none', async () => {
  const small = await newTenant({ requestsPerMinute: 20 });
  const limited = await small.client();
  const items = Array.from({ length: 12 }, () => ({ name: 'x' }));
  const first = await write(items, {}, limited);
  expect([first.status, first.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('r=8;')]);
  const refused = await write(items, {}, limited);
  expectProblem(refused, 429, 'rate_limited');
  expect(refused.headers.get('ratelimit')).toContain('r=8;');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await write(items.slice(0, 8), {}, limited)).status).toBe(200);
  const tooMany = await write(
    Array.from({ length: 21 }, () => ({ name: 'x' })),
    {},
    await small.client(),
  );
  expect(expectErrors(tooMany, 'items').errors?.['items']?.[0]).toContain('20');
});

test('a batch renames a customer, and what shows its name is fresh when it is answered', async () => {
  const externalId = newName('renamed');
  const [customer] = await written([{ name: 'before', externalId }]);
  const contacts = expectDone(
    await client.writeContactBatch({
      body: {
        items: [
          { lastName: 'a', customerId: customer?.data?.id },
          { lastName: 'b', customerId: randomUUID() },
        ],
      },
    }),
    200,
  ).results;
  expect(contacts.map(({ status }) => status)).toEqual([201, 400]);
  await written([{ name: 'after', externalId }]);
  const [contact] = contacts;
  const id = contact && 'data' in contact ? contact.data.id : '';
  expect(expectDone(await client.getContact({ params: { id } }), 200).customerName).toBe('after');
});

test('an item is held to the custom fields of its tenant, as a create or as an update', async () => {
  const own = await newTenant();
  const by = await own.client();
  const field = { module: 'leads', key: 'size', label: 'Size', fieldType: 'number', isRequired: true } as const;
  expectDone(await operator.createCustomField({ params: { tenantId: own.id }, body: field }), 201);
  const externalId = newName('lead');
  const size = (value: unknown) => ({ customFields: [{ key: 'size', value }] });
  const items = [
    { lastName: 'a', externalId },
    { lastName: 'a', externalId, ...size(1) },
    { lastName: 'b', externalId },
    { externalId, ...size('') },
  ];
  const { results } = expectDone(await by.writeLeadBatch({ body: { items } }), 200);
  expect(
    results.map((result) => ('error' in result ? Object.keys(result.error.errors ?? {}).toSorted() : result.status)),
  ).toEqual([['customFields'], 201, 200, ['customFields[0].value', 'lastName']]);
  const [, , updated] = results;
  expect(updated && 'data' in updated ? updated.data.customFields : null).toEqual([{ key: 'size', value: 1 }]);
});

test('a batch of five megabytes is read, and one that is greater is 413', async () => {
  const items = (characters: number) =>
    Array.from({ length: 200 }, () => ({
      name: 'x',
      description: 'd'.repeat(4_000),
      [`x${'y'.repeat(characters)}`]: 1,
    }));
  const answer = await write(items(21_000));
  expect(expectDone(answer, 200).results).toHaveLength(200);
  expectProblem(await write(items(23_000)), 413, 'payload_too_large');
});

test('an item of more members and elements than a record may have alone is refused alone', async () => {
  const wide = Object.fromEntries(Array.from({ length: 5_001 }, (_, number) => [`m${number}`, 1]));
  const { results } = expectDone(
    await write([{ name: 'x', tags: Array<string>(5_000).fill('') }, { name: 'x' }, wide]),
    200,
  );
  expect(results).toMatchObject([
    { status: 413, error: { code: 'payload_too_large' } },
    { status: 201 },
    { status: 413, error: { code: 'payload_too_large' } },
  ]);
});
