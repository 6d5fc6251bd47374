import { expect, test } from 'vitest';
import { changes, listedIds, newCustomer, newCustomers, putCustomer, watermark } from './customers.ts';
import { expectDone, newName, newTenant, type PublicClient } from './tenant.ts';

const client = await (await newTenant()).client();

test('right after a create, an update or a delete the watermark is that change, cut to its millisecond, plus one', async () => {
  const made = await newCustomer(client);
  expect(await watermarks(client)).toEqual(Array(2).fill(nextMillisecond(made.lastModifiedOnUtc)));
  const changed = await putCustomer(client, made, { description: 'Changed' });
  expect(await watermarks(client)).toEqual(Array(2).fill(nextMillisecond(changed.lastModifiedOnUtc)));
  expectDone(await client.deleteCustomer({ params: { id: made.id } }), 204);
  const deleted = (await changes(client, { updatedFrom: changed.lastModifiedOnUtc }, made.id)).at(-1);
  expect(deleted?.operation).toBe('deleted');
  expect(await watermarks(client)).toEqual(Array(2).fill(nextMillisecond(deleted?.occurredOnUtc ?? '')));
});

test('the watermark is the same on each page of a read, and the next read has all that was written meanwhile', async () => {
  const since = await watermark(client);
  await newCustomers(client, 4);
  const written: string[] = [];
  let page = expectDone(await client.listCustomers({ query: { updatedFrom: since, pageSize: 1 } }), 200);
  const first = page.syncUntilUtc;
  for (let index = 0; page.nextCursor !== null; index += 1) {
    if (index < 3) {
      written.push((await newCustomer(client)).id);
    }
    page = expectDone(await client.listCustomers({ query: { cursor: page.nextCursor, pageSize: 1 } }), 200);
    expect(page.syncUntilUtc).toBe(first);
  }
  expect(written).toHaveLength(3);
  expect(await listedIds(client, { updatedFrom: first })).toEqual(written);
});

test('the watermark stands still while nothing is written, and never goes back when the newest records are deleted', async () => {
  const made = await newCustomers(client, 3);
  let last = await watermark(client);
  for (const { id } of made.toReversed()) {
    expect(await watermarks(client)).toEqual([last, last]);
    expectDone(await client.deleteCustomer({ params: { id } }), 204);
    const next = await watermark(client);
    expect(next > last).toBe(true);
    last = next;
  }
  expect((await newCustomer(client)).lastModifiedOnUtc >= last).toBe(true);
});

test('the watermark of a tenant without any change stays the same, and is valid', async () => {
  const empty = await (await newTenant()).client();
  const first = expectDone(await empty.listCustomers(), 200);
  expect(first).toEqual({ data: [], nextCursor: null, hasMore: false, syncUntilUtc: first.syncUntilUtc });
  expect(first.syncUntilUtc).toMatch(/\.\d{3}000Z$/);
  expect(await watermarks(empty)).toEqual([first.syncUntilUtc, first.syncUntilUtc]);
  const made = await newCustomer(empty);
  expect(await listedIds(empty, { updatedFrom: first.syncUntilUtc })).toEqual([made.id]);
  expect(await changes(empty, { updatedFrom: first.syncUntilUtc })).toHaveLength(1);
});

test('the watermark of a process covers the writes of another process', async () => {
  for (let index = 0; index < 10; index += 1) {
    const { id } = await newCustomer(client.on(index % 2), { name: newName() });
    const since = await watermark(client.on((index + 1) % 2));
    const { lastModifiedOnUtc } = expectDone(await client.getCustomer({ params: { id } }), 200);
    expect(since).toBe(nextMillisecond(lastModifiedOnUtc));
  }
});

/** The watermarks of the list and of the feed. */
async function watermarks(by: PublicClient): Promise<string[]> {
  const feed = await by.listCustomerChanges({ query: { pageSize: 1 } });
  return [await watermark(by), expectDone(feed, 200).syncUntilUtc];
}

function nextMillisecond(stamp: string): string {
  return `${new Date(Date.parse(`${stamp.slice(0, 23)}Z`) + 1).toISOString().slice(0, 23)}000Z`;
}
