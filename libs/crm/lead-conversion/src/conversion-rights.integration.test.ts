import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { allRights, ConversionTenant, makingAll, without } from './testing/conversion-tenant.ts';

const databases = await databasesOfFile();

const tenant = await ConversionTenant.create(databases, 1);

const denied = (permission: string) => ({ code: 'permission_denied', message: permission });

test.each([
  ['a part that the body names', true],
  ['a part that the body left out', false],
])('a replay is refused without the right to %s', async (_, isNamed) => {
  const context = tenant.caller();
  const { stores, conversion } = tenant;
  const lead = await tenant.make(context, stores.leads, { lastName: 'Kaya', companyName: newId() });
  const request = isNamed ? makingAll(lead) : { ...makingAll(lead), targets: {} };
  const key = { key: newId(), fingerprint: Buffer.from('x') };
  await conversion.execute(context, request, allRights, key);
  for (const permission of ['contacts.write', 'opportunities.write']) {
    const replay = conversion.execute(context, request, without(permission), key);
    await expect(replay).rejects.toMatchObject(denied(permission));
  }
  expect(await conversion.execute(context, request, allRights, key)).toMatchObject({ isReplayed: true });
});

test('the right to a part that the body names is asked before the lead is looked for', async () => {
  const execute = tenant.conversion.execute(tenant.caller(), makingAll(newId()), without('contacts.write'));
  await expect(execute).rejects.toMatchObject(denied('contacts.write'));
});

test('matches of a kind that the caller may not read have no id, code and name, and none of them is suggested', async () => {
  const context = tenant.caller();
  const { stores, conversion } = tenant;
  const email = `${newId()}@match.test`;
  const customer = await tenant.make(context, stores.customers, { name: 'Twin', email });
  const contact = await tenant.make(context, stores.contacts, { lastName: 'Twin', email });
  const lead = await tenant.make(context, stores.leads, { lastName: 'Other', email });
  const hidden = { id: null, code: null, name: null, matchedOn: ['email'], score: 90 };
  expect(await conversion.preview(context, lead, without('customers.read'))).toMatchObject({
    customerMatches: [hidden],
    customer: { suggestedMode: 'create' },
    contactMatches: [{ id: contact }],
    contact: { suggestedMode: 'existing' },
  });
  expect(await conversion.preview(context, lead, without('contacts.read'))).toMatchObject({
    customerMatches: [{ id: customer }],
    customer: { suggestedMode: 'existing' },
    contactMatches: [hidden],
    contact: { suggestedMode: 'create' },
  });
});

test('ten older matches that the caller does not see hide none that it sees from what is suggested', async () => {
  const own = tenant.caller({ scope: 'own', userId: newId() });
  const { stores, conversion } = tenant;
  const email = `${newId()}@match.test`;
  for (let n = 0; n < 10; n += 1) {
    await tenant.make(tenant.caller(), stores.customers, { name: `Hidden ${n}`, email });
  }
  await tenant.make(own, stores.customers, { name: 'Seen', email });
  const lead = await tenant.make(own, stores.leads, { lastName: 'Other', email });
  const preview = await conversion.preview(own, lead, allRights);
  expect(preview.customerMatches).toHaveLength(10);
  expect(preview).toMatchObject({ customer: { suggestedMode: 'existing' } });
});
