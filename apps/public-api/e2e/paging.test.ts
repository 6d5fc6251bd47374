import { describe, expect, test } from 'vitest';
import {
  changePages,
  customerPages,
  listedIds,
  newCustomer,
  newCustomers,
  putCustomer,
  watermark,
} from './customers.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { raw } from './raw.ts';
import { expectDone, newTenant, type PublicClient } from './tenant.ts';

const tenant = await newTenant();
const client = await tenant.client();
await newCustomers(client, 3);

const reads = [
  ['list', (by: PublicClient, query: Query) => by.listCustomers({ query })],
  ['feed', (by: PublicClient, query: Query) => by.listCustomerChanges({ query })],
] as const;

interface Query {
  readonly pageSize?: number | string;
  readonly updatedFrom?: string;
  readonly cursor?: string;
}

describe('pages', () => {
  test('pages of any size give every record once, in the order of (lastModifiedOnUtc, id)', async () => {
    const since = await watermark(client);
    const made = await newCustomers(client, 7);
    const moved = await putCustomer(client, made[2] ?? fail(), { description: 'Moves to the end' });
    const expected = [...made.filter(({ id }) => id !== moved.id), moved].map(({ id }) => id);
    for (const pageSize of [1, 2, 6, 7, 8]) {
      const pages = await customerPages(client, { updatedFrom: since, pageSize });
      expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(expected);
      expect(pages.map(({ data }) => data.length).slice(0, -1)).toEqual(Array(pages.length - 1).fill(pageSize));
      const keys = pages.flatMap(({ data }) => data.map(({ lastModifiedOnUtc, id }) => `${lastModifiedOnUtc} ${id}`));
      expect(keys).toEqual(keys.toSorted());
    }
  });

  test('a page has a cursor exactly while there is more, also when the last page is full', async () => {
    const since = await watermark(client);
    await newCustomers(client, 4);
    for (const pageSize of [1, 2, 4]) {
      for (const pages of [
        await customerPages(client, { updatedFrom: since, pageSize }),
        await changePages(client, { updatedFrom: since, pageSize }),
      ]) {
        expect(pages).toHaveLength(4 / pageSize);
        expect(pages.map(({ hasMore, nextCursor }) => [hasMore, nextCursor !== null])).toEqual(
          pages.map((_, index) => (index < pages.length - 1 ? [true, true] : [false, false])),
        );
      }
    }
  });

  test('a page holds 50 records by default, 200 at most and 1 at least', async () => {
    const crowded = await (await newTenant()).client();
    await Promise.all(
      Array.from({ length: 201 }, (_, index) => newCustomer(crowded.withToken(crowded.token), { name: `${index}` })),
    );
    for (const [, read] of reads) {
      const sizes: number[] = [];
      for (const pageSize of [undefined, 0, -5, 1, 199, 200, 201, 100_000]) {
        const page = expectDone(await read(crowded, pageSize === undefined ? {} : { pageSize }), 200);
        sizes.push(page.data.length);
      }
      expect(sizes).toEqual([50, 1, 1, 1, 199, 200, 200, 200]);
    }
  });

  test('pages miss no record when a record is deleted or changed between them', async () => {
    const since = await watermark(client);
    const made = await newCustomers(client, 6);
    const first = expectDone(await client.listCustomers({ query: { updatedFrom: since, pageSize: 2 } }), 200);
    expectDone(await client.deleteCustomer({ params: { id: made[3]?.id ?? '' } }), 204);
    await putCustomer(client, made[0] ?? fail(), { description: 'Changed' });
    const seen = first.data.map(({ id }) => id);
    for (let cursor = first.nextCursor; cursor !== null;) {
      const page = expectDone(await client.listCustomers({ query: { cursor, pageSize: 2 } }), 200);
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    const untouched = made.filter((_, index) => index !== 3).map(({ id }) => id);
    expect(seen.toSorted()).toEqual(expect.arrayContaining(untouched));
    expect(seen).not.toContain(made[3]?.id);
  });

  test('the cursor of a page is valid on every process', async () => {
    const first = expectDone(await client.on(0).listCustomers({ query: { pageSize: 1 } }), 200);
    expectDone(await client.on(1).listCustomers({ query: { cursor: first.nextCursor ?? '' } }), 200);
  });
});

describe.each(reads)('a cursor of the %s', (name, read) => {
  const cursorOf = async (by: PublicClient, query: Query = {}): Promise<string> =>
    expectDone(await read(by, { pageSize: 1, ...query }), 200).nextCursor ?? '';

  test(`a cursor of the ${name} gives the same page again, also with another token of the client`, async () => {
    const cursor = await cursorOf(client);
    const again = await client.withScopes('customers.read');
    const pages = [await read(client, { cursor, pageSize: 2 }), await read(again, { cursor, pageSize: 2 })];
    const [first, second] = pages.map((page) => expectDone(page, 200));
    expect(second?.data).toEqual(first?.data);
  });

  test(`a cursor of the ${name} is valid with the updatedFrom of its first page, in any offset, and with no other`, async () => {
    const updatedFrom = '2026-01-31T09:30:00.000000Z';
    const cursor = await cursorOf(client, { updatedFrom });
    expectDone(await read(client, { cursor, updatedFrom }), 200);
    expectDone(await read(client, { cursor, updatedFrom: '2026-01-31T12:30:00+03:00' }), 200);
    expectProblem(await read(client, { cursor, updatedFrom: '2026-01-31T09:30:00.000001Z' }), 400, 'invalid_cursor');
    expectProblem(await read(client, { cursor: await cursorOf(client), updatedFrom }), 400, 'invalid_cursor');
  });
});

describe('updatedFrom', () => {
  test('updatedFrom includes the changes of exactly that time, and none from before', async () => {
    const made = await newCustomer(client);
    const stamp = made.lastModifiedOnUtc;
    expect(await listedIds(client, { updatedFrom: stamp })).toEqual([made.id]);
    const later = expectDone(await client.listCustomers({ query: { updatedFrom: await watermark(client) } }), 200);
    expect(later.data).toEqual([]);
  });

  test('updatedFrom may have any offset', async () => {
    const made = await newCustomer(client);
    const moment = new Date(made.lastModifiedOnUtc);
    const shifted = new Date(moment.getTime() + 3 * 3_600_000).toISOString().slice(0, 19);
    const updatedFrom = `${shifted}.${made.lastModifiedOnUtc.slice(20, 26)}+03:00`;
    expect(await listedIds(client, { updatedFrom })).toEqual([made.id]);
  });
});

describe('a query', () => {
  test('every wrong parameter of a query is reported at once', async () => {
    expectErrors(
      await client.listCustomers({ query: { pageSize: 'ten', updatedFrom: 'x' } }),
      'pageSize',
      'updatedFrom',
    );
  });

  test.each(['skip', 'take', 'offset', 'page'])('a query with %s is a 400 that points to the cursor', async (name) => {
    for (const path of ['/api/v1/customers', '/api/v1/changes/customers']) {
      const problem = expectErrors(await raw('GET', `${path}?${name}=1`, { token: client.token }), name);
      expect(problem.detail).toContain('cursor');
    }
  });
});

function fail(): never {
  throw new Error('A record is missing.');
}
