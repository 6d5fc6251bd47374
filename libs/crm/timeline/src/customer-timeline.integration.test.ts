import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { newId, type RequestContext, type Visibility } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { kinds, permissions } from '@rapport/kinds';
import { beforeAll, expect, test } from 'vitest';
import { CustomerTimeline } from './customer-timeline.ts';
import type { TimelineSearch } from './timeline-page.ts';

const tenant = { id: newId(), number: 1, cell: 'cell' };
const [ada, customerId, otherId] = [newId(), newId(), newId()];
const databases = await databasesOfFile();
await databases.createTenant(1);
const owner = databases.connect('rapport_owner', { poolSize: 1 }).tenant(tenant);
const timeline = new CustomerTimeline(databases.connect('rapport_application_api'));

beforeAll(async () => {
  await owner.query(context(), addCustomers.with({ ids: [customerId, otherId], userId: ada }));
  await owner.query(context(), addItems.with({ customerId, howMany: 10_050 }));
  await owner.query(context(), addItems.with({ customerId: otherId, howMany: 3 }));
});

function context(visibility?: Visibility): RequestContext {
  return callerOf(tenant, visibility, { userId: ada });
}

function asked(given: Partial<TimelineSearch> = {}, of = customerId): TimelineSearch {
  const filters = [{ field: 'customerId', operator: 'eq', value: of } as const, ...(given.filters ?? [])];
  return { pageNumber: 1, pageSize: 2, sort: { by: 'occurredOnUtc', direction: 'desc' }, words: [], ...given, filters };
}

const titles = async (search: TimelineSearch, held: readonly string[] = permissions): Promise<string[]> =>
  (await timeline.search(context(), search, held)).items.map(({ title }) => title);

test('a page is newest first, counts to the window, and says whether a next one has items', async () => {
  expect(await timeline.search(context(), asked(), permissions)).toMatchObject({
    items: [{ title: '10050' }, { title: '10049' }],
    ...{ totalCount: 10_000, totalCountIsExact: false, hasNextPage: true },
  });
  const last = await timeline.search(context(), asked({ pageNumber: 50, pageSize: 200 }), permissions);
  expect([last.items.length, last.items[0]?.title, last.hasNextPage]).toEqual([200, '250', true]);
  expect(await timeline.search(context(), asked({ pageNumber: 2 }, otherId), permissions)).toMatchObject({
    items: [{ title: '1' }],
    ...{ totalCount: 3, totalCountIsExact: true, hasNextPage: false },
  });
  expect(await titles(asked({ sort: { by: 'occurredOnUtc', direction: 'asc' } }))).toEqual(['1', '2']);
});

test('items of one time stand by their ids, in the direction of the sort', async () => {
  const both = newId();
  await owner.query(context(), addCustomers.with({ ids: [both], userId: ada }));
  await owner.query(context(), addOfOneTime.with({ customerId: both }));
  expect(await titles(asked({}, both))).toEqual(['later', 'earlier']);
  expect(await titles(asked({ sort: { by: 'occurredOnUtc', direction: 'asc' } }, both))).toEqual(['earlier', 'later']);
});

test('an item needs the read permission of its source; without it no page and no count has it', async () => {
  const search = asked({ pageSize: 200 }, otherId);
  expect(await titles(search, ['customers.read'])).toEqual(['3', '1']);
  expect(await timeline.search(context(), search, ['customers.read'])).toMatchObject({ totalCount: 2 });
  expect(await titles(search, ['customers.read', 'activities.read'])).toEqual(['3', '2', '1']);
  const types = { field: 'itemType', operator: 'in', value: ['activity'] } as const;
  expect(await titles(asked({ filters: [types] }, otherId), ['customers.read'])).toEqual([]);
  expect(await titles(asked({ filters: [types] }, otherId))).toEqual(['2']);
});

test('the item that ends a timeline is shown to no caller', async () => {
  await owner.query(context(), endTimeline.with({ customerId: otherId }));
  expect(await titles(asked({ pageSize: 200 }, otherId))).toEqual(['3', '2', '1']);
});

test('a customer that the caller does not see is not there', async () => {
  const lonely: Visibility = { scope: 'own', userId: newId() };
  await expect(timeline.search(context(lonely), asked(), permissions)).rejects.toMatchObject({ code: 'not_found' });
  const mine = await timeline.search(context({ scope: 'own', userId: ada }), asked(), permissions);
  expect(mine.items).toHaveLength(2);
  await expect(timeline.search(context(), asked({}, newId()), permissions)).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('the name of an actor is the one that the user has now, and changes have their old and new values', async () => {
  await owner.query(context(), addMember.with({ userId: ada, name: 'Ada' }));
  const [first] = (await timeline.search(context(), asked(), permissions)).items;
  expect(first).toMatchObject({
    ...{ actorUserId: ada, actorName: 'Ada', sourceType: 'customer', sourceId: customerId, summary: null },
    changes: [{ field: 'phone', oldValue: null, newValue: '1' }],
  });
  await owner.query(context(), renameMember.with({ userId: ada, name: 'Ada Lovelace' }));
  expect((await timeline.search(context(), asked(), permissions)).items[0]?.actorName).toBe('Ada Lovelace');
});

test('changes of a custom field are shown while it is enabled, and those of another kind by its own', async () => {
  const changed = newId();
  await owner.query(context(), addCustomers.with({ ids: [changed], userId: ada }));
  await owner.query(context(), addChange.with({ customerId: changed }));
  const shown = async () =>
    (await timeline.search(context(), asked({}, changed), permissions)).items[0]?.changes.map(({ field }) => field);
  await owner.query(
    context(),
    addField.with({ resource: kinds.customers.resource.number, key: 'color', displayOrder: 1 }),
  );
  await owner.query(
    context(),
    addField.with({ resource: kinds.customers.resource.number, key: 'size', displayOrder: 2 }),
  );
  await owner.query(context(), addField.with({ resource: kinds.leads.resource.number, key: 'size', displayOrder: 1 }));
  await owner.query(context(), disableField.with({ resource: kinds.leads.resource.number, key: 'size' }));
  expect(await shown()).toEqual(['phone', 'customFields.size', 'customFields.color']);
  await owner.query(context(), disableField.with({ resource: kinds.customers.resource.number, key: 'color' }));
  expect(await shown()).toEqual(['phone', 'customFields.size']);
});

const addField = statement(
  'test_add_field',
  `insert into tenant.custom_field
     (id, resource, key, label, field_type, is_required, options, display_order, created_on, last_modified_on)
   values (uuidv7(), :resource, :key, :key, 'text', false, '{}', :displayOrder, now(), now())`,
);
const disableField = statement(
  'test_disable_field',
  'update tenant.custom_field set is_enabled = false where resource = :resource and key = :key',
);
const addChange = statement(
  'test_add_change',
  `insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title, changes)
   values (:customerId, now(), uuidv7(), 'customerUpdated', :customerId, 'A customer',
     '{"phone": [null, "1"], "customFields.size": [1, 2], "customFields.color": ["red", "blue"]}')`,
);
const addCustomers = statement(
  'test_add_customers',
  `insert into tenant.customer (id, code, name, owner_user_id, version, created_on, last_modified_on)
   select id, id::text, 'A customer', :userId::uuid, 1, now(), now() from unnest(:ids::uuid[]) id`,
);
/** Each third one is about an activity. */
const addItems = statement(
  'test_add_items',
  `insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title, actor, changes)
   select :customerId, now() + n * interval '1 second', uuidv7(), case n % 3 when 2 then 'activity' else 'customerUpdated' end, :customerId, n::text,
     '${ada}', '{"phone": [null, "1"]}'
   from generate_series(1, :howMany::int) n`,
);
const addOfOneTime = statement(
  'test_add_of_one_time',
  `insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title)
   values (:customerId, '2026-01-01Z', '01890000-0000-7000-8000-000000000002', 'contactAdded', :customerId, 'later'),
     (:customerId, '2026-01-01Z', '01890000-0000-7000-8000-000000000001', 'contactAdded', :customerId, 'earlier')`,
);
const endTimeline = statement(
  'test_end_timeline',
  `insert into tenant.timeline (customer_id, occurred_on, id, item_type, source_id, title)
   values (:customerId, now() + interval '1 hour', uuidv7(), 'customerDeleted', :customerId, 'the end')`,
);
const addMember = statement(
  'test_add_member',
  'insert into cell.member (tenant, id, name, version) values (:tenant, :userId, :name, 1)',
);
const renameMember = statement(
  'test_rename_member',
  'update cell.member set name = :name, version = version + 1 where tenant = :tenant and id = :userId',
);
