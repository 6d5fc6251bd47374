import { databasesOfFile } from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { relatedMax } from './conversion-statements.ts';
import { allRights, ConversionTenant, makingAll } from './testing/conversion-tenant.ts';

const databases = await databasesOfFile();

const tenant = await ConversionTenant.create(databases, 1);

const person = { firstName: 'Ali', lastName: 'Kaya', companyName: 'Kaya A.Ş.' };

test('a lead becomes three records that name each other, and says what it became', async () => {
  const context = tenant.caller();
  const { stores, conversion } = tenant;
  const lead = await tenant.make(context, stores.leads, { ...person, email: 'ali@kaya.test', estimatedValue: 5 });
  const { result } = await conversion.execute(context, makingAll(lead), allRights);
  const { customerId, contactId, opportunityId, convertedOnUtc } = result;
  expect(result).toEqual({
    leadId: lead,
    status: 'converted',
    customerId: expect.any(String) as string,
    contactId: expect.any(String) as string,
    opportunityId: expect.any(String) as string,
    customerCreated: true,
    contactCreated: true,
    opportunityCreated: true,
    movedActivityCount: 0,
    convertedOnUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string,
  });
  expect(await tenant.read(context, stores.leads, lead)).toMatchObject({
    status: 'converted',
    convertedOnUtc,
    convertedCustomerId: customerId,
    convertedContactId: contactId,
    convertedOpportunityId: opportunityId,
  });
  expect(await tenant.read(context, stores.contacts, contactId ?? '')).toMatchObject({ customerId, lastName: 'Kaya' });
  expect(await tenant.read(context, stores.opportunities, opportunityId ?? '')).toMatchObject({
    customerId,
    contactId,
    leadId: lead,
    amount: 5,
    name: 'Kaya A.Ş.',
  });
});

test('20 callers that convert one lead get one success, and one set of records is there', async () => {
  const context = tenant.caller();
  const lead = await tenant.make(context, tenant.stores.leads, { ...person, companyName: 'Twenty' });
  const before = (await tenant.changes(context)).length;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, () => tenant.conversion.execute(context, makingAll(lead), allRights)),
  );
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as { code: string }] : [],
  );
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 19 }, () => 'lead_converted'));
  const made = (await tenant.changes(context)).slice(before);
  expect(made.map(({ resource, operation }) => [resource, operation])).toEqual([
    [1, 'created'],
    [2, 'created'],
    [4, 'created'],
    [3, 'updated'],
  ]);
});

test('20 callers that add the same members make each of them once, with numbers that follow each other', async () => {
  const context = tenant.caller();
  const { stores, members } = tenant;
  const campaignId = await tenant.make(context, stores.campaigns, { name: 'Campaign' });
  const contactIds = await Promise.all(
    Array.from({ length: 5 }, () => tenant.make(context, stores.contacts, { lastName: 'Kaya' })),
  );
  const addition = { campaignId, contactIds, leadIds: [], customerIds: [], status: null };
  await Promise.all(Array.from({ length: 20 }, () => members.add(context, addition)));
  const rows = await tenant.memberRows(context, campaignId);
  expect(rows.map(({ contactId }) => contactId)).toEqual(contactIds);
  const first = rows[0]?.number ?? 0;
  expect(rows.map(({ number }) => number)).toEqual(contactIds.map((_, index) => first + index));
  const other = await tenant.make(context, stores.contacts, { lastName: 'Kaya' });
  await members.add(context, { ...addition, contactIds: [...contactIds, other, other], status: 'responded' });
  const after = await tenant.memberRows(context, campaignId);
  expect(after.map(({ number }) => number)).toEqual([...rows.map(({ number }) => number), first + 5]);
  expect(after.every(({ status, firstRespondedOn }) => status === 'responded' && firstRespondedOn !== null)).toBe(true);
});

test('what a lead has moves with it, and where the contact is a member already the earlier response stays', async () => {
  const context = tenant.caller();
  const { stores, conversion, members } = tenant;
  const lead = await tenant.make(context, stores.leads, { ...person, companyName: 'Moves' });
  const contact = await tenant.make(context, stores.contacts, { lastName: 'Kaya' });
  const [one, two] = [
    await tenant.make(context, stores.campaigns, { name: 'One' }),
    await tenant.make(context, stores.campaigns, { name: 'Two' }),
  ];
  const activity = await tenant.make(context, stores.activities, { subject: 'Call', leadId: lead });
  const none = { contactIds: [], leadIds: [], customerIds: [] };
  await members.add(context, { ...none, campaignId: one, leadIds: [lead], status: 'responded' });
  await members.add(context, { ...none, campaignId: one, contactIds: [contact], status: 'responded' });
  await members.add(context, { ...none, campaignId: two, leadIds: [lead], status: 'sent' });
  const [ofLead, ofContact] = await tenant.memberRows(context, one);
  const [before] = await tenant.memberRows(context, two);
  const request = { ...makingAll(lead), targets: { contact: { mode: 'existing', existingId: contact } as const } };
  const { result } = await conversion.execute(context, request, allRights);
  expect(await tenant.memberRows(context, one)).toEqual([{ ...ofContact, firstRespondedOn: ofLead?.firstRespondedOn }]);
  expect(await tenant.memberRows(context, two)).toEqual([{ ...before, leadId: null, contactId: contact }]);
  const { customerId, opportunityId } = result;
  expect(await tenant.read(context, stores.activities, activity)).toMatchObject({
    leadId: lead,
    customerId,
    contactId: contact,
    opportunityId,
  });
  expect(await tenant.read(context, stores.contacts, contact)).toMatchObject({ customerId });
});

test('a preview counts no member of a campaign that is gone, and such a member holds up no conversion', async () => {
  const context = tenant.caller();
  const { stores, conversion, members } = tenant;
  const lead = await tenant.make(context, stores.leads, { ...person, companyName: 'Left' });
  const contact = await tenant.make(context, stores.contacts, { lastName: 'Kaya' });
  const [gone, there] = [
    await tenant.make(context, stores.campaigns, { name: 'Gone' }),
    await tenant.make(context, stores.campaigns, { name: 'There' }),
  ];
  for (const campaignId of [gone, there]) {
    await members.add(context, { campaignId, contactIds: [contact], leadIds: [lead], customerIds: [], status: null });
  }
  expect(await conversion.preview(context, lead, allRights)).toMatchObject({ campaignMemberCount: 2 });
  // No fan-out comes after the delete here, so the members of the campaign are left.
  await stores.campaigns.delete(context, gone);
  expect(await tenant.memberRows(context, gone)).toHaveLength(2);
  expect(await conversion.preview(context, lead, allRights)).toMatchObject({ campaignMemberCount: 1 });
  const request = { ...makingAll(lead), targets: { contact: { mode: 'existing', existingId: contact } as const } };
  await conversion.execute(context, request, allRights);
  expect(await tenant.memberRows(context, there)).toMatchObject([{ leadId: null, contactId: contact }]);
});

test('strong matches are told and refuse what would be made, and those that the caller does not see are told without a name', async () => {
  const all = tenant.caller();
  const own = tenant.caller({ scope: 'own', userId: newId() });
  const { stores, conversion } = tenant;
  const twin = await tenant.make(all, stores.customers, {
    name: 'Twin',
    email: 'TWIN@match.test',
    phone: '+90 (216) 555',
  });
  const lead = await tenant.make(own, stores.leads, {
    lastName: 'Alone',
    companyName: 'Other',
    email: 'twin@match.test',
    phone: '90216555',
  });
  const seen = { id: twin, code: expect.any(String) as string, name: 'Twin', matchedOn: ['email', 'phone'], score: 90 };
  expect(await conversion.preview(all, lead, allRights)).toMatchObject({
    customerMatches: [seen],
    customer: { suggestedMode: 'existing' },
  });
  const hidden = { ...seen, id: null, code: null, name: null };
  expect(await conversion.preview(own, lead, allRights)).toMatchObject({
    customerMatches: [hidden],
    customer: { suggestedMode: 'create' },
  });
  const request = { ...makingAll(lead), skipsDuplicateCheck: false };
  await expect(conversion.execute(own, request, allRights)).rejects.toMatchObject({
    code: 'duplicate_found',
    data: { customerMatches: [hidden], contactMatches: [] },
  });
});

test('records with another spelling of the address match, those whose address looks like it do not', async () => {
  const context = tenant.caller();
  const { stores, conversion } = tenant;
  const [email, twin, other] = ['i@bücher-i.test', 'I@xn--bcher-i-n2a.test', 'i@bücher-\u0130.test'];
  const customerId = await tenant.make(context, stores.customers, { name: 'Spelled otherwise', email: twin });
  const contactId = await tenant.make(context, stores.contacts, { lastName: 'Spelled otherwise', email: twin });
  await tenant.make(context, stores.customers, { name: 'Looks alike', email: other });
  await tenant.make(context, stores.contacts, { lastName: 'Looks alike', email: other });
  const lead = await tenant.make(context, stores.leads, { lastName: 'Of nobody', companyName: 'Nothing', email });
  expect(await conversion.preview(context, lead, allRights)).toMatchObject({
    customerMatches: [{ id: customerId, matchedOn: ['email'], score: 90 }],
    contactMatches: [{ id: contactId, matchedOn: ['email'], score: 90 }],
  });
});

test('names are alike whatever their case and accents', async () => {
  const context = tenant.caller();
  const { stores, conversion } = tenant;
  const company = await tenant.make(context, stores.customers, { name: 'ŞIŞLI Kırtasiye' });
  const contact = await tenant.make(context, stores.contacts, { firstName: 'Özge', lastName: 'Işık' });
  const lead = await tenant.make(context, stores.leads, {
    firstName: 'OZGE',
    lastName: 'isik',
    companyName: 'şişli kirtasiye',
  });
  const preview = await conversion.preview(context, lead, allRights);
  expect(preview.customerMatches).toMatchObject([{ id: company, matchedOn: ['name'], score: 50 }]);
  expect(preview.contactMatches).toMatchObject([{ id: contact, matchedOn: ['name'], score: 50 }]);
});

test('a refused conversion leaves everything as it was', async () => {
  const context = tenant.caller();
  const { stores, conversion } = tenant;
  const lead = await tenant.make(context, stores.leads, { ...person, companyName: 'Refused' });
  await tenant.make(context, stores.customers, { name: 'Taken', code: 'TAKEN' });
  const before = await tenant.changes(context);
  const making = makingAll(lead);
  const refusals = [
    [{ targets: { ...making.targets, customer: { mode: 'create', values: { code: 'taken' } } } }, 'code_conflict'],
    [
      { targets: { ...making.targets, opportunity: { mode: 'create', values: { campaignId: newId() } } } },
      'validation_failed',
    ],
    [{ targets: { ...making.targets, contact: { mode: 'existing', existingId: newId() } } }, 'validation_failed'],
    [{ ownerUserId: newId() }, 'validation_failed'],
    [{ version: 'old' }, 'concurrency_conflict'],
    [{ leadId: newId() }, 'not_found'],
  ] as const;
  for (const [changed, code] of refusals) {
    await expect(conversion.execute(context, { ...making, ...changed }, allRights)).rejects.toMatchObject({ code });
  }
  expect(await tenant.changes(context)).toEqual(before);
});

test('a lead with more activities than may move with it is converted in no way, and the preview says why', async () => {
  const context = tenant.caller();
  const { stores, conversion } = tenant;
  const lead = await tenant.make(context, stores.leads, { ...person, companyName: 'Many' });
  await tenant.addActivities(context, lead, relatedMax + 1);
  const before = await tenant.changes(context);
  const refusal = { code: 'invalid_transition' };
  await expect(conversion.execute(context, makingAll(lead), allRights)).rejects.toMatchObject(refusal);
  await expect(conversion.executeAsSuggested(context, lead, allRights)).rejects.toMatchObject(refusal);
  expect(await tenant.changes(context)).toEqual(before);
  expect(await conversion.preview(context, lead, allRights)).toMatchObject({
    canConvert: false,
    blockers: [{ code: 'too_many_related' }],
  });
});

test('the refusal of a step to converted says what converts a lead', async () => {
  const context = tenant.caller();
  const { leads } = tenant.stores;
  const lead = await tenant.make(context, leads, { ...person, companyName: 'Stepped' });
  await expect(leads.step(context, lead, 'converted', { permissions: [] })).rejects.toMatchObject({
    code: 'invalid_transition',
    message: expect.stringMatching(/^The lead is new, .*\. POST \/api\/v1\/lead\/convert converts a lead\.$/) as string,
  });
});

test('the same key converts once and gives the result again', async () => {
  const context = tenant.caller();
  const lead = await tenant.make(context, tenant.stores.leads, { ...person, companyName: 'Keyed' });
  const key = { key: newId(), fingerprint: Buffer.from('x') };
  const first = await tenant.conversion.execute(context, makingAll(lead), allRights, key);
  expect(await tenant.conversion.execute(context, makingAll(lead), allRights, key)).toEqual({
    ...first,
    isReplayed: true,
  });
});

test('the suggestions are executed once, and a converted lead is left alone', async () => {
  const context = tenant.caller();
  const lead = await tenant.make(context, tenant.stores.leads, { ...person, companyName: 'Legacy' });
  await tenant.conversion.executeAsSuggested(context, lead, allRights);
  const after = await tenant.changes(context);
  await tenant.conversion.executeAsSuggested(context, lead, allRights);
  expect(await tenant.changes(context)).toEqual(after);
  expect(await tenant.read(context, tenant.stores.leads, lead)).toMatchObject({ status: 'converted' });
});

test('an existing record counts in its own mode alone: beside a customer that is made no contact of another one is suggested', async () => {
  const context = tenant.caller();
  const { stores, conversion } = tenant;
  const email = 'other@customer.test';
  const customerId = await tenant.make(context, stores.customers, { name: 'Another' });
  await tenant.make(context, stores.contacts, { lastName: 'Kaya', email, customerId });
  const lead = await tenant.make(context, stores.leads, { ...person, companyName: 'Made anew', email });
  const request = {
    ...makingAll(lead),
    targets: { customer: { mode: 'create', existingId: customerId } as const },
  };
  expect((await conversion.execute(context, request, allRights)).result).toMatchObject({
    customerCreated: true,
    contactCreated: true,
  });
});
