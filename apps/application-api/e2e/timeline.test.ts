import { done, newName } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { as, baseUrl, newColleague, newOwner, type Person } from './people.ts';
import { judged } from './table/judged.ts';

interface Item {
  readonly itemType: string;
  readonly title: string;
  readonly summary: string | null;
  readonly sourceType: string;
  readonly sourceId: string;
  readonly actorUserId: string | null;
  readonly actorName: string | null;
  readonly occurredOnUtc: string;
  readonly changes: readonly { field: string; oldValue: unknown; newValue: unknown }[];
}

const owner = await newOwner({ requestsPerMinute: 10_000_000 });

async function send(person: Person, path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<unknown> {
  const { status, body: answer } = await judged({ method, path: `/api/v1/${path}`, token: person.token, body });
  expect([status, answer.errors], path).toEqual([200, null]);
  return answer.data;
}

/** A create answers the id. */
const make = async (kind: string, body: object): Promise<string> =>
  (await send(owner, `${kind}/create`, body)) as string;

async function change(kind: string, id: string, members: object): Promise<void> {
  const shown = (await send(owner, `${kind}/get/${id}`)) as object;
  await send(owner, `${kind}/update`, { ...shown, ...members }, 'PUT');
}

async function itemsOf(customerId: string, person = owner): Promise<Item[]> {
  const page = (await send(person, 'customer-timeline/search', { customerId, pageSize: 200 })) as { items: Item[] };
  return page.items.toReversed();
}

/** The timeline from its beginning, once it has so many items. */
async function timelineOf(customerId: string, count: number): Promise<Item[]> {
  let items: Item[] = [];
  await expect
    .poll(async () => (items = await itemsOf(customerId)).length, { timeout: 20_000 })
    .toBeGreaterThanOrEqual(count);
  return items;
}

const was = (field: string, oldValue: unknown, newValue: unknown) => ({ field, oldValue, newValue });
const shown = ({ itemType, title, summary, changes }: Item) => [itemType, title, summary, changes];
const aTime = expect.stringMatching(/^\d{4}-.*\.\d{6}Z$/) as string;

test('what a person does with a customer and its records stands in the timeline, with values as get shows them', async () => {
  await as(owner).createCustomField({
    body: { module: 'customers', key: 'seats', label: 'Seats', fieldType: 'number' },
  });
  const name = newName('Customer');
  const customer = await make('customer', { name, creditLimit: 5 });
  const address = { line1: 'Moda Cd. 1', line2: null, district: null, city: 'İstanbul', state: null, postalCode: null };
  const members = { phone: '+90 1', creditLimit: 7.5, isActive: false, tags: ['VIP'], description: 'ş'.repeat(300) };
  await change('customer', customer, { ...members, address: { ...address, countryCode: 'TR' } });
  await change('customer', customer, { customFields: [{ key: 'seats', value: 5 }] });
  const contact = await make('contact', { firstName: 'Ayşe', lastName: 'Kaya', customerId: customer });
  const deal = await make('opportunity', { name: 'Deal', customerId: customer });
  await send(owner, `opportunity/stage/${deal}/closedLost?lostReason=Price`);
  const call = await make('activity', { subject: 'Call', outcome: 'Agreed', contactId: contact });
  await change('activity', call, { status: 'completed', priority: 'high' });
  await make('activity', { subject: 'Note', activityType: 'note', description: 'A text', customerId: customer });
  const depot = { customerId: customer, title: 'Depot', addressLine1: 'x', city: 'x', countryCode: 'TR' };
  const first = await make('customer-shipping-address', depot);
  await make('customer-shipping-address', { ...depot, title: 'Shop', isDefault: true });
  await send(owner, `customer-shipping-address/delete/${first}`, undefined, 'DELETE');
  const campaign = await make('campaign', { name: 'Spring' });
  await send(owner, 'campaign/member/add', { campaignId: campaign, contactIds: [contact] });
  await send(owner, 'campaign/member/add', { campaignId: campaign, contactIds: [contact], status: 'responded' });
  const items = await timelineOf(customer, 15);
  expect(items.map(shown)).toEqual([
    ['customerCreated', name, null, []],
    ['customerUpdated', name, null, expect.any(Array)],
    ['customerUpdated', name, null, [was('customFields.seats', null, 5)]],
    ['contactAdded', 'Ayşe Kaya', null, []],
    ['opportunityCreated', 'Deal', null, []],
    ['opportunityStageChanged', 'Deal', 'prospecting -> closedLost', expect.any(Array)],
    ['activity', 'Call', 'Agreed', []],
    ['activityStatusChanged', 'Call', 'plan -> completed', expect.any(Array)],
    ['note', 'Note', 'A text', []],
    ['shippingAddressChanged', 'Depot', null, []],
    ['shippingAddressChanged', 'Depot', null, [was('isDefault', true, false)]],
    ['shippingAddressChanged', 'Shop', null, []],
    ['shippingAddressChanged', 'Depot', null, []],
    ['campaignMemberAdded', 'Spring', null, []],
    ['campaignResponse', 'Spring', 'added -> responded', expect.any(Array)],
  ]);
  const changes = (at: number) => items[at]?.changes.toSorted((a, b) => (a.field < b.field ? -1 : 1));
  expect(changes(1)).toEqual([
    was('address', null, { ...address, countryCode: 'TR' }),
    was('creditLimit', 5, 7.5),
    was('description', null, 'ş'.repeat(200)),
    was('isActive', true, false),
    was('phone', null, '+90 1'),
    was('tags', [], ['VIP']),
  ]);
  expect(changes(5)).toEqual([
    was('closedOnUtc', null, aTime),
    was('lostReason', null, 'Price'),
    was('probability', 10, 0),
    was('stage', 'prospecting', 'closedLost'),
  ]);
  expect(changes(7)).toEqual([
    was('completedOnUtc', null, aTime),
    was('priority', 'normal', 'high'),
    was('status', 1, 3),
  ]);
  expect(changes(14)).toEqual([was('firstRespondedOnUtc', null, aTime), was('status', 'added', 'responded')]);
  expect(items.map(({ actorUserId }) => actorUserId)).toEqual(items.map(() => owner.userId));
  expect(items.at(-1)).toMatchObject({ sourceType: 'campaign', sourceId: campaign });
});

test('what a client writes, alone and in a batch, stands there with its user as the actor', async () => {
  const client = done(
    await as(owner).createApiClient({ body: { name: newName('Client'), runAsUserId: owner.userId } }),
    200,
  );
  const { clientId = '', clientSecret = '' } = client.data ?? {};
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret ?? '' };
  const answer = await fetch(`${baseUrl}/connect/token`, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<unknown> =>
    (await fetch(`${baseUrl}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  const { id: customerId } = (await post('customers', { name: 'Public' })) as { id: string };
  const externalId = newName('x');
  const items = [
    { externalId, lastName: 'Batch', customerId },
    { externalId: `${externalId} 2`, lastName: '', customerId },
    { externalId, lastName: 'Again', customerId },
  ];
  await post('contacts/batch', { items });
  await post('opportunities', { name: 'Deal', customerId });
  const found = await timelineOf(customerId, 3);
  expect(found.map(({ itemType, title, actorUserId }) => [itemType, title, actorUserId])).toEqual([
    ['customerCreated', 'Public', owner.userId],
    ['contactAdded', 'Batch', owner.userId],
    ['opportunityCreated', 'Deal', owner.userId],
  ]);
});

test('a conversion stands in the timeline of the customer that it makes, with what it moves', async () => {
  const lead = await make('lead', { firstName: 'Ali', lastName: 'Veli', companyName: newName('Company') });
  const call = await make('activity', { subject: 'Before', leadId: lead, outcome: 'Agreed' });
  const { createdOnUtc } = (await send(owner, `activity/get/${call}`)) as { createdOnUtc: string };
  const made = (await send(owner, 'lead/convert', { leadId: lead, skipDuplicateCheck: true })) as Record<
    string,
    string
  >;
  const items = await timelineOf(made['customerId'] ?? '', 5);
  expect(items[0]).toMatchObject({ itemType: 'activity', occurredOnUtc: createdOnUtc, summary: 'Agreed', changes: [] });
  expect(items.map(({ itemType, sourceId }) => `${itemType} ${sourceId}`).toSorted()).toEqual([
    `activity ${call}`,
    `contactAdded ${made['contactId']}`,
    `customerCreated ${made['customerId']}`,
    `leadConverted ${lead}`,
    `opportunityCreated ${made['opportunityId']}`,
  ]);
  const converted = items.find(({ itemType }) => itemType === 'leadConverted');
  expect(converted).toMatchObject({ title: 'Ali Veli', summary: null, sourceType: 'lead' });
  expect(converted?.changes).toContainEqual(was('status', 'new', 'converted'));
});

test('who sees the customer sees what a colleague did, of the kinds that it may read', async () => {
  const mate = await newColleague(owner, { role: 'salesperson', dataScope: 'own' });
  const customer = await make('customer', { name: 'Shared', ownerUserId: mate.userId });
  await make('opportunity', { name: 'Hidden', customerId: customer });
  await timelineOf(customer, 2);
  expect((await itemsOf(customer, mate)).map(({ title }) => title)).toEqual(['Shared', 'Hidden']);
  const code = `reader${newName('x').replaceAll(/\W/g, '')}`;
  await as(owner).createRole({ body: { code, name: newName('Reader'), permissions: ['customers.read'] } });
  const reader = await newColleague(owner, { role: code, dataScope: 'all' });
  expect((await itemsOf(customer, reader)).map(({ title }) => title)).toEqual(['Shared']);
});
