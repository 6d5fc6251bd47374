import { campaignMembers, campaigns, contacts, customers, leads } from '@rapport/crm-records';
import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { RecordStore, RecordTransactions, type Columns, type RecordDefinition } from '@rapport/records';
import { expect, test } from 'vitest';
import { CampaignMemberList } from './campaign-member-list.ts';
import { CampaignMemberService } from './campaign-member-service.ts';

const context = callerOf({ id: newId(), number: 1, cell: 'cell' });
const all = [customers, contacts, leads, campaigns, campaignMembers];

const databases = await databasesOfFile();

await databases.createTenant(1);
const database = databases.connect('rapport_application_api');
const campaignId = await made(campaigns, ['name'], { name: 'Fair' });
const person = { firstName: 'Ada', lastName: 'Lovelace' };
const addition = {
  campaignId,
  contactIds: [
    await made(contacts, ['firstName', 'lastName', 'email', 'customerId'], { ...person, email: 'ada@one.test' }),
  ],
  leadIds: [await made(leads, ['firstName', 'lastName', 'email'], { ...person, email: 'ada@two.test' })],
  customerIds: [await made(customers, ['code', 'name', 'email'], { name: 'Ada Engines', email: 'ada@three.test' })],
  status: null,
};
await new CampaignMemberService(new RecordTransactions({ database })).add(context, addition);
const list = new CampaignMemberList(database, ['id', 'memberType', 'memberName', 'email']);

async function made(kind: RecordDefinition, writes: readonly string[], input: object): Promise<string> {
  // The names are the definition's own.
  const surface = { shows: ['id'] as never, writes: writes as never, answers: 'id' as const };
  const store = new RecordStore<Columns>(kind, surface, { database, all });
  return JSON.parse((await store.create(context, input)).body) as string;
}

/** The addresses of what a search finds, by the kinds of targets. */
async function found(words: readonly string[], unread: readonly string[]): Promise<Record<string, string | null>> {
  const campaign = { field: 'campaignId', operator: 'eq', value: campaignId } as const;
  const search = {
    pageNumber: 1,
    pageSize: 10,
    sort: { by: 'id', direction: 'asc' },
    words,
    filters: [campaign],
  } as const;
  const { items } = await list.search(context, search, (kind) => !unread.includes(kind));
  const members = items.map((item) => JSON.parse(item) as { memberType: string; email: string | null });
  return Object.fromEntries(members.map(({ memberType, email }) => [memberType, email]));
}

const shown = { contact: 'ada@one.test', lead: 'ada@two.test', customer: 'ada@three.test' };

test('the address of a member is null for a caller that may not read records of the kind of its target', async () => {
  expect(await found([], [])).toEqual(shown);
  expect(await found([], ['contacts'])).toEqual({ ...shown, contact: null });
  expect(await found([], ['leads', 'customers'])).toEqual({ contact: 'ada@one.test', lead: null, customer: null });
  expect(await found([], ['contacts', 'leads', 'customers'])).toEqual({ contact: null, lead: null, customer: null });
});

test('words are looked for in all texts of targets that the caller may read, and in the names of the others', async () => {
  expect(await found(['three'], ['contacts', 'leads'])).toEqual({ customer: 'ada@three.test' });
  expect(await found(['one'], ['contacts'])).toEqual({});
  expect(await found(['test'], ['contacts'])).toEqual({ lead: 'ada@two.test', customer: 'ada@three.test' });
  expect(await found(['LOVE', 'ad'], ['contacts', 'leads'])).toEqual({ contact: null, lead: null });
  expect(await found(['ve'], ['contacts', 'leads', 'customers'])).toEqual({});
});
