import { statement, type Sent } from '@rapport/database';
import { databasesOfFile, type MeasuredPlan } from '@rapport/database/testing';
import { newId, searchWindow, type Search, type SearchFilter } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { beforeAll, expect, test, vi } from 'vitest';
import { CampaignMemberList } from './campaign-member-list.ts';

const tenant = { id: newId(), number: 1, cell: 'cell' };
const context = callerOf(tenant);
const members = 30_000;
/** One of all members, and one of twenty. */
const campaignIds = { large: newId(), small: newId() };

const databases = await databasesOfFile();
await databases.createTenant(1);
const database = databases.connect('rapport_application_api', { poolSize: 1 });
const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } }).tenant(tenant);
const session = await databases.planSession('cell', 'rapport_application_api');

/** So many contacts, all of them members of one campaign, and twenty of them of each of a hundred others. */
beforeAll(async () => {
  const { large, small } = campaignIds;
  await owner.query(context, addContacts.with({ members }));
  await owner.query(context, addCampaigns.with({ large, small }));
  await owner.query(context, addMembers.with({ large }));
  await owner.query(context, analyse);
});

const shows = ['id', 'campaignId', 'memberType', 'contactId', 'memberName', 'email', 'status', 'createdOnUtc'];

/** The finds of a search of a campaign's members, and what its statements read. */
async function searched(campaignId: string, more: Partial<Search>, mayRead: (kind: string) => boolean = () => true) {
  const sql = database.tenant(tenant);
  const sent = vi.spyOn(sql, 'rows');
  const within = vi.spyOn(database, 'tenant').mockReturnValue(sql);
  const campaign: SearchFilter = { field: 'campaignId', operator: 'eq', value: campaignId };
  const page = await new CampaignMemberList(database, shows).search(
    context,
    {
      ...{ pageNumber: 1, pageSize: 50, sort: { by: 'id', direction: 'asc' }, words: [] },
      ...more,
      filters: [campaign, ...(more.filters ?? [])],
    },
    mayRead,
  );
  within.mockRestore();
  const reads: MeasuredPlan[] = [];
  for (const [, each] of sent.mock.calls) {
    if (each.statement.isComposed) {
      reads.push(await measured(each));
    }
  }
  return { page, reads };
}

async function measured({ statement: text, values }: Sent): Promise<MeasuredPlan> {
  nth += 1;
  // A session plans a name once, and each of these texts is its own.
  return session.measure({ statement: { ...text, name: `${text.name}_${nth}` }, values }, tenant.number);
}
let nth = 0;

const newest = { sort: { by: 'createdOnUtc', direction: 'desc' } } as const;
const lately = { sort: { by: 'lastModifiedOnUtc', direction: 'desc' } } as const;
const responded: SearchFilter = { field: 'status', operator: 'in', value: ['responded'] };

test.each([
  ['by number', {}],
  ['up to the end of the window', { pageNumber: 200 }],
  ['by the time of their creation', newest],
  ['by the time of their last change', lately],
])('the members of a campaign with 30,000 of them are found %s without a look at all', async (_, more) => {
  const { page, reads } = await searched(campaignIds.large, more);
  expect(page.items).toHaveLength(50);
  expect(page).toMatchObject({ totalCount: searchWindow, totalCountIsExact: false });
  expect(Math.max(...reads.map(({ rows }) => rows)), readingsOf(reads)).toBeLessThan(2.5 * searchWindow);
});

test.each<[string, number, Partial<Search>]>([
  ['by number', 20, {}],
  ['by the time of their creation', 20, newest],
  ['by the time of their last change', 20, lately],
  ['by their status', 1, { filters: [responded] }],
  ['by a common word', 2, { words: ['kaya'] }],
  ['by a rare word', 1, { words: ['person7'] }],
  ['by a word of two letters', 2, { words: ['ka'] }],
  ['by a word that none has', 0, { words: ['smith'] }],
])(
  'the members of a campaign with 20 of them are found %s without a look at those of others',
  async (_, found, more) => {
    const { page, reads } = await searched(campaignIds.small, more);
    expect(page.items).toHaveLength(found);
    expect(Math.max(...reads.map(({ rows }) => rows)), readingsOf(reads)).toBeLessThan(300);
  },
);

test.each([
  ['a word', { words: ['person7'] }, 1],
  ['no word', {}, 20],
])('for a caller that may read no target, %s is asked of the members of a campaign alone', async (_, more, found) => {
  const { page, reads } = await searched(campaignIds.small, more, () => false);
  expect(page.items).toHaveLength(found);
  expect(Math.max(...reads.map(({ rows }) => rows)), readingsOf(reads)).toBeLessThan(300);
});

test('a rare word among the members of a campaign is asked of each of them once', async () => {
  const { page, reads } = await searched(campaignIds.large, { words: ['person7777'] });
  expect(page).toMatchObject({ items: { length: 1 }, totalCount: 1, totalCountIsExact: true });
  expect(Math.max(...reads.map(({ rows }) => rows)), readingsOf(reads)).toBeLessThan(1.5 * members);
});

function readingsOf(reads: readonly MeasuredPlan[]): string {
  return reads.map(({ readings }) => readings.join(', ')).join('; ');
}

const standardColumns = 'id, version, created_on, last_modified_on';
const standard = `uuidv7(), 1, now() - n * interval '1 minute', now() - n * interval '1 minute'`;

/** Every tenth is called Kaya, and each has a name of its own. */
const addContacts = statement(
  'test_add_contacts',
  `with added as (
     insert into tenant.contact (${standardColumns}, first_name, last_name, email, email_key)
     select ${standard}, case when n % 10 = 0 then 'Kaya' else 'Ali' end, 'Person' || n, 'person' || n || '@people.test', 'person' || n || '@people.test'
     from generate_series(1, :members::int) n returning *
   )
   insert into tenant.search_text (resource, record_id, folded)
   select 2, id, cell.search_text(first_name, last_name, email, phone, mobile_phone) from added`,
);

const addCampaigns = statement(
  'test_add_campaigns',
  `insert into tenant.campaign (${standardColumns}, name)
   select case n when 0 then :large::uuid when 1 then :small::uuid else uuidv7() end, 1, now(), now(), 'Campaign ' || n
   from generate_series(0, 100) n`,
);

const addMembers = statement(
  'test_add_members',
  `insert into tenant.campaign_member (${standardColumns}, campaign_id, contact_id, status)
   select ${standard}, campaign.id, contact.id, case when n % 20 = 0 then 'responded' else 'sent' end
   from tenant.campaign, (select id, row_number() over (order by id) as n from tenant.contact) contact
   where campaign.id = :large::uuid or n <= 20
   order by n, campaign.id`,
);

const analyse = statement('test_analyse', 'analyze tenant.campaign_member, tenant.contact, tenant.search_text');
