import type { Customer } from '@rapport/public-contract';
import { expectDone, newName, type PublicClient } from './tenant.ts';

/** The body of a create of a customer. */
export type NewCustomer = Parameters<PublicClient['createCustomer']>[0]['body'];

export interface CustomerPage {
  readonly data: Customer[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
  readonly syncUntilUtc: string;
}

type ChangePage = Omit<CustomerPage, 'data'> & { readonly data: Change[] };

export interface Change {
  readonly id: string;
  readonly resource: string;
  readonly entityId: string;
  readonly operation: 'created' | 'updated' | 'deleted';
  readonly occurredOnUtc: string;
  readonly externalId: string | null;
}

export interface PagedRead {
  readonly updatedFrom?: string;
  readonly pageSize?: number;
}

export async function newCustomer(client: PublicClient, more: Partial<NewCustomer> = {}): Promise<Customer> {
  return expectDone(await client.createCustomer({ body: { name: newName('Customer'), ...more } }), 201);
}

/** Makes so many customers, one after the other. */
export async function newCustomers(
  client: PublicClient,
  count: number,
  more: Partial<NewCustomer> = {},
): Promise<Customer[]> {
  const made: Customer[] = [];
  while (made.length < count) {
    made.push(await newCustomer(client, more));
  }
  return made;
}

/** A full update with the members of the record and these changes. */
export async function putCustomer(
  client: PublicClient,
  record: Customer,
  changes: Partial<NewCustomer> = {},
): Promise<Customer> {
  const body = { ...record, ...changes };
  return expectDone(await client.updateCustomer({ params: { id: record.id }, body }), 200);
}

/** The watermark of a read that begins now. */
export async function watermark(client: PublicClient): Promise<string> {
  return expectDone(await client.listCustomers({ query: { pageSize: 1 } }), 200).syncUntilUtc;
}

/** Every page of the list. */
export function customerPages(client: PublicClient, read: PagedRead = {}): Promise<CustomerPage[]> {
  return pages(read, async (query) => expectDone(await client.listCustomers({ query }), 200));
}

/** Every page of the feed. */
export function changePages(client: PublicClient, read: PagedRead = {}): Promise<ChangePage[]> {
  return pages(read, async (query) => expectDone(await client.listCustomerChanges({ query }), 200));
}

export async function listedIds(client: PublicClient, read: PagedRead = {}): Promise<string[]> {
  return (await customerPages(client, { pageSize: 200, ...read })).flatMap(({ data }) => data.map(({ id }) => id));
}

/** The items of the feed, or those of a single record where an id is given. */
export async function changes(client: PublicClient, read: PagedRead = {}, id?: string): Promise<Change[]> {
  const items = (await changePages(client, { pageSize: 200, ...read })).flatMap(({ data }) => data);
  return id === undefined ? items : items.filter(({ entityId }) => entityId === id);
}

type Query = PagedRead & { readonly cursor?: string };

async function pages<Page extends { readonly nextCursor: string | null }>(
  read: PagedRead,
  ask: (query: Query) => Promise<Page>,
): Promise<Page[]> {
  const found = [await ask({ ...read })];
  for (let cursor = found[0]?.nextCursor; cursor; cursor = found.at(-1)?.nextCursor) {
    const { pageSize } = read;
    found.push(await ask({ cursor, ...(pageSize === undefined ? {} : { pageSize }) }));
  }
  return found;
}
