import { databasesOfFile } from '@rapport/database/testing';
import { newId, type RequestContext, type Visibility } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { putMember, RecordStore, SteppedRecords, type RecordDefinition } from '@rapport/records';
import { beforeEach, expect, test } from 'vitest';
import { shippingAddresses } from './shipping-addresses.ts';
import { recordKinds } from './record-kinds.ts';

const tenant = { id: newId(), number: 1, cell: 'cell' };
const [ada, bob, cem] = [newId(), newId(), newId()];
const [teamId, otherTeamId] = [newId(), newId()];
const views = {
  own: { scope: 'own', userId: ada },
  team: { scope: 'team', teamId },
  all: { scope: 'all' },
} as const;

const databases = await databasesOfFile();
await databases.createTenant(1);
const database = databases.connect('rapport_application_api');
const owner = databases.connect('rapport_subscription_service', { poolSize: 1 }).tenant(tenant);
for (const id of [ada, bob, cem]) {
  const team = id === cem ? otherTeamId : teamId;
  await putMember(context(), owner, { id, name: 'A person', teamId: team, isActive: true, version: 1 });
}
let customerId: string;

beforeEach(async () => {
  customerId = await made('customers', { name: 'Şişli "Gıda" 😀' });
});

function context(visibility?: Visibility): RequestContext {
  return callerOf(tenant, visibility, { userId: ada });
}

/** The computed members of a customer that has nothing, as JSON. */
const nothing = {
  contactCount: '0',
  openOpportunityCount: '0',
  openOpportunityAmount: '[]',
  lastActivityOnUtc: 'null',
  defaultShippingAddress: 'null',
};
const shows: Readonly<Record<string, readonly string[]>> = {
  customers: Object.keys(nothing),
  activities: ['lastModifiedOnUtc'],
  shipping_addresses: [
    ...Object.keys(shippingAddresses.columns).toSpliced(1, 0, 'customerName'),
    ...['createdOnUtc', 'lastModifiedOnUtc'],
  ],
};

/** A store that writes all that is not counted, and not set by steps alone. */
function storeOf(kind: string): RecordStore<RecordDefinition['columns']> {
  const { definition, surface } = surfaceOf(kind);
  return new RecordStore(definition, surface, { database, all: recordKinds });
}

function surfaceOf(kind: string) {
  const definition = recordKinds.find(({ resource }) => resource.name === kind);
  if (!definition) {
    throw new Error(`there are no ${kind}`);
  }
  const set = ['stage', 'closedOnUtc', 'completedOnUtc'];
  const writes = Object.keys(definition.columns).filter(
    (member) => !definition.columns[member]?.computed && !set.includes(member),
  );
  // The names are the definition's own.
  const surface = { shows: ['id', ...(shows[kind] ?? [])] as never, writes: writes as never, answers: 'id' as const };
  return { definition, surface };
}

async function made(kind: string, input: object): Promise<string> {
  const { body } = await storeOf(kind).create(context(), { customerId, ownerUserId: ada, ...input });
  return JSON.parse(body) as string;
}

async function dealAt(stage: string, input: object): Promise<void> {
  const id = await made('opportunities', { name: 'A deal', lostReason: 'Price', ...input });
  const { definition, surface } = surfaceOf('opportunities');
  const deals = new SteppedRecords(definition, { ...surface, items: [] }, { database, all: recordKinds });
  await deals.step(context(), id, stage, { permissions: [] });
}

/** The text of a record without its id, as a caller is shown it. */
async function shown(kind: string, id: string, visibility: Visibility = views.all): Promise<string> {
  const { body, encoding } = await storeOf(kind).get(context(visibility), id);
  const text = Buffer.from(body, encoding).toString();
  return text.replace(`"id":"${id}",`, '');
}

async function changeTime(activityId: string): Promise<string> {
  return (await shown('activities', activityId)).replace('{"lastModifiedOnUtc":', '').replace('}', '');
}

function textOf(computed: Partial<typeof nothing>): string {
  const members = Object.entries({ ...nothing, ...computed }).map(([member, json]) => `"${member}":${json}`);
  return `{${members.join(',')}}`;
}

test.each([
  { scope: 'own', count: '1', amount: '1.10' },
  { scope: 'team', count: '2', amount: '3.30' },
  { scope: 'all', count: '3', amount: '7.70' },
] as const)('a caller of scope $scope is shown computed members of what it sees', async ({ scope, count, amount }) => {
  const activities: string[] = [];
  for (const [ownerUserId, sum] of [
    [ada, '1.10'],
    [bob, '2.20'],
    [cem, '4.40'],
  ]) {
    await made('contacts', { lastName: 'Lovelace', ownerUserId });
    await made('opportunities', { name: 'A deal', amount: sum, currency: 'EUR', ownerUserId });
    activities.push(await made('activities', { subject: 'Call', ownerUserId }));
  }
  const computed = {
    contactCount: count,
    openOpportunityCount: count,
    openOpportunityAmount: `[{"currency":"EUR","amount":${amount}}]`,
    lastActivityOnUtc: await changeTime(activities[Number(count) - 1] ?? ''),
  };
  expect(await shown('customers', customerId, views[scope])).toBe(textOf(computed));
});

test('sums are exact, of each currency apart, in their order, and what has no currency is the last', async () => {
  for (const [currency, amount] of [
    ['USD', '0.10'],
    [null, '5'],
    ['EUR', '90071992547409.93'],
    ['USD', '0.20'],
    ['EUR', '0.0001'],
  ]) {
    await made('opportunities', { name: 'A deal', amount, currency });
  }
  const amounts = [
    '{"currency":"EUR","amount":90071992547409.9301}',
    '{"currency":"USD","amount":0.30}',
    '{"currency":null,"amount":5}',
  ];
  const computed = { openOpportunityCount: '5', openOpportunityAmount: `[${amounts.join(',')}]` };
  expect(await shown('customers', customerId)).toBe(textOf(computed));
});

test('what is closed is not counted, and what has no amount is counted but not summed', async () => {
  await dealAt('closedWon', { amount: '1', currency: 'EUR' });
  await dealAt('closedLost', { amount: '2', currency: 'EUR' });
  await dealAt('qualification', { amount: '4', currency: 'EUR' });
  await dealAt('proposal', { amount: null, currency: 'EUR' });
  await dealAt('negotiation', { amount: null, currency: 'USD' });
  await dealAt('prospecting', { amount: null, currency: null });
  const computed = { openOpportunityCount: '4', openOpportunityAmount: '[{"currency":"EUR","amount":4}]' };
  expect(await shown('customers', customerId)).toBe(textOf(computed));
});

test("another customer's records are not counted", async () => {
  const of = { customerId: await made('customers', { name: 'Another' }) };
  await made('contacts', { lastName: 'Lovelace', ...of });
  await made('opportunities', { name: 'A deal', amount: '1', currency: 'EUR', ...of });
  await made('activities', { subject: 'Call', ...of });
  await made('shipping_addresses', { ...place, isDefault: true, ...of });
  expect(await shown('customers', customerId)).toBe(textOf(nothing));
});

test.each([
  ['contacts', { contactCount: 'null' }],
  ['opportunities', { openOpportunityCount: 'null', openOpportunityAmount: 'null' }],
  ['activities', { lastActivityOnUtc: 'null' }],
])('computed members of %s are null for a caller that may not read them', async (unread, hidden) => {
  await made('contacts', { lastName: 'Lovelace' });
  await made('opportunities', { name: 'A deal', amount: '1', currency: 'EUR' });
  const activity = await made('activities', { subject: 'Call' });
  const { body, encoding } = await storeOf('customers').get(context(), customerId, (kind) => kind !== unread);
  const computed = {
    contactCount: '1',
    openOpportunityCount: '1',
    openOpportunityAmount: '[{"currency":"EUR","amount":1}]',
    lastActivityOnUtc: await changeTime(activity),
    ...hidden,
  };
  expect(Buffer.from(body, encoding).toString()).toBe(textOf(computed).replace('{', `{"id":"${customerId}",`));
});

test('the last activity is the one that was changed last', async () => {
  const first = await made('activities', { subject: 'Call' });
  await made('activities', { subject: 'Visit' });
  await storeOf('activities').update(context(), first, { subject: 'Call again', customerId });
  expect(await shown('customers', customerId)).toBe(textOf({ lastActivityOnUtc: await changeTime(first) }));
});

test('the default address is shown as its own read shows it, to each caller that sees the customer', async () => {
  await made('shipping_addresses', { ...place, isDefault: false });
  const id = await made('shipping_addresses', { ...place, isDefault: true });
  const address = (await shown('shipping_addresses', id)).replace('{', `{"id":"${id}",`);
  for (const visibility of Object.values(views)) {
    expect(await shown('customers', customerId, visibility)).toBe(textOf({ defaultShippingAddress: address }));
  }
});

const place = {
  title: 'Depot "Nord"\\',
  recipientName: 'Åsa Öztürk 😀',
  addressLine1: 'Moda Cd. 1\n2. kat\u0001',
  addressLine2: null,
  city: 'İstanbul',
  countryCode: 'TR',
  isActive: false,
};
