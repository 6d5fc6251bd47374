import { describe, expect, test } from 'vitest';
import { newCustomer, putCustomer } from './customers.ts';
import { newContact, newLead, newOpportunity, type NewOpportunity } from './new-records.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { rawJson } from './raw.ts';
import { expectDone, newName, newTenant } from './tenant.ts';

const missingId = '01890000-0000-7000-8000-000000000000';
const path = '/api/v1/opportunities';
const tenant = await newTenant();
const client = await tenant.client();
const customerId = (await newCustomer(client, { name: 'Customer' })).id;

async function putOpportunity(id: string, body: NewOpportunity) {
  return expectDone(await client.updateOpportunity({ params: { id }, body }), 200);
}

describe('create and update', () => {
  test('every writable member comes back as it was sent, with the names of what it refers to', async () => {
    const contact = await newContact(client, { firstName: 'Ada', lastName: 'Lovelace' });
    const lead = await newLead(client, { companyName: 'Engines' });
    const body: NewOpportunity = {
      name: 'Engine',
      customerId,
      contactId: contact.id,
      leadId: lead.id,
      amount: 99_999_999_999.9999,
      currency: 'GBP',
      probability: 0,
      expectedCloseDate: '2028-02-29',
      source: 'existingCustomer',
      description: 'Described',
      externalId: newName('external'),
    };
    const made = await newOpportunity(client, body);
    const names = { customerName: 'Customer', contactName: 'Ada Lovelace', leadName: 'Engines' };
    expect(made).toMatchObject({ ...body, ...names, stage: 'prospecting', campaignId: null });
    expect(expectDone(await client.getOpportunity({ params: { id: made.id } }), 200)).toEqual(made);
  });

  test('the probability is the stage’s where the body says none, on create and on update', async () => {
    const made = await newOpportunity(client, { customerId });
    expect([made.stage, made.probability]).toEqual(['prospecting', 10]);
    expect((await putOpportunity(made.id, { name: 'x', customerId, probability: 55 })).probability).toBe(55);
    for (const body of [
      { name: 'x', customerId },
      { name: 'x', customerId, probability: null },
    ]) {
      expect((await putOpportunity(made.id, body)).probability).toBe(10);
      await putOpportunity(made.id, { ...body, probability: 100 });
    }
    for (const probability of [-1, 101, 10.5, '10']) {
      const wrong = { name: 'x', customerId, probability } as unknown as NewOpportunity;
      expectErrors(await client.createOpportunity({ body: wrong }), 'probability');
    }
  });

  test('the stage is accepted and ignored, whatever it says', async () => {
    const sent = { name: 'x', customerId, stage: 'closedWon' };
    const made = expectDone(await client.createOpportunity({ body: sent }), 201);
    expect([made.stage, made.probability]).toEqual(['prospecting', 10]);
    expect(await putOpportunity(made.id, { ...sent, stage: 'no stage' })).toEqual(made);
  });

  test('an amount is not negative and has at most four decimals', async () => {
    const post = (amount: string) =>
      rawJson('POST', path, client.token, `{"name": "x", "customerId": "${customerId}", "amount": ${amount}}`);
    for (const amount of ['0', '-0', '0.0001', '1.10', '99999999999.9999']) {
      const answer = await post(amount);
      expect([amount, answer.status]).toEqual([amount, 201]);
      expect(answer.text).toContain(`"amount":${Math.abs(Number(amount))}`);
    }
    for (const amount of ['-0.0001', '-1', '1.23456', '100000000000']) {
      expectErrors(await post(amount), 'amount');
    }
  });

  test('neither a customer nor a lead is told at customerId, with all other problems, and a lead alone is enough', async () => {
    const lead = await newLead(client);
    const wrong = { amount: -1, currency: 'gbp', expectedCloseDate: '2027-02-30' };
    const paths = ['name', 'customerId', 'amount', 'currency', 'expectedCloseDate'];
    expectErrors(await client.createOpportunity({ body: wrong }), ...paths);
    const made = await newOpportunity(client, { leadId: lead.id });
    const params = { id: made.id };
    for (const body of [{ name: 'x' }, { name: 'x', customerId: null, leadId: null }, { name: 'x', contactId: null }]) {
      expectErrors(await client.createOpportunity({ body }), 'customerId');
      expectErrors(await client.updateOpportunity({ params, body }), 'customerId');
    }
    expect(await putOpportunity(made.id, { name: 'x', customerId })).toMatchObject({ leadId: null, leadName: null });
  });
});

describe('references', () => {
  test('all references that name nothing are told together, and each kind of record is looked for among its own', async () => {
    const stranger = await (await newTenant()).client();
    const foreign = (await newCustomer(stranger)).id;
    const references = { contactId: missingId, leadId: missingId, campaignId: missingId, ownerUserId: missingId };
    const body = { name: 'x', customerId: foreign, ...references };
    const paths = ['customerId', 'contactId', 'leadId', 'campaignId', 'ownerUserId'];
    expectErrors(await client.createOpportunity({ body }), ...paths);
    const { id } = await newOpportunity(client, { customerId });
    expectErrors(await client.updateOpportunity({ params: { id }, body }), ...paths);
    const mixed = { name: 'x', customerId, contactId: customerId, leadId: customerId };
    expectErrors(await client.createOpportunity({ body: mixed }), 'contactId', 'leadId');
    expectErrors(await client.createOpportunity({ body: { name: ' ', customerId: foreign } }), 'name');
  });

  test('only references that change are looked at, and one that was taken away cannot be given back unseen', async () => {
    const userId = await tenant.user({ role: 'administrator', dataScope: 'own' });
    const confined = await tenant.client({ runAsUserId: userId });
    const contact = await newContact(client);
    const made = await newOpportunity(client, { customerId, contactId: contact.id, ownerUserId: userId });
    const params = { id: made.id };
    const body = { name: 'Renamed', customerId, contactId: contact.id };
    const put = expectDone(await confined.updateOpportunity({ params, body }), 200);
    expect(put).toMatchObject({ ...body, customerName: null, contactName: null });
    expectDone(await confined.updateOpportunity({ params, body: { name: 'Renamed', customerId } }), 200);
    expectErrors(await confined.updateOpportunity({ params, body }), 'contactId');
  });

  test('each name that is hidden changes the ETag, and the version is the same', async () => {
    const userId = await tenant.user({ role: 'administrator', dataScope: 'own' });
    const confined = await tenant.client({ runAsUserId: userId });
    const owned = { ownerUserId: userId };
    const contact = await newContact(client, owned);
    const made = await newOpportunity(client, { customerId, contactId: contact.id, ...owned });
    const params = { id: made.id };
    const seen = await confined.getOpportunity({ params });
    expect(expectDone(seen, 200)).toMatchObject({ customerName: null, contactName: contact.lastName });
    const whole = await client.getOpportunity({ params });
    const tags = [seen, whole].map(({ headers }) => headers.get('etag') ?? '');
    expect(new Set(tags).size).toBe(2);
    expect(new Set(tags.map((tag) => /^"(\d+)/.exec(tag)?.[1]))).toEqual(new Set(['1']));
    const same = await confined.getOpportunity({ params, headers: { 'if-none-match': tags[0] ?? '' } });
    expect(same.status).toBe(304);
  });

  test('a rename of a customer, a contact or a lead is in the list and in the feed at once', async () => {
    const [customer, contact, lead] = [await newCustomer(client), await newContact(client), await newLead(client)];
    const refers = { customerId: customer.id, contactId: contact.id, leadId: lead.id };
    const { id } = await newOpportunity(client, refers);
    const renames = [
      async () => ({ customerName: (await putCustomer(client, customer, { name: newName('Renamed') })).name }),
      async () => {
        const body = { lastName: newName('Renamed') };
        return {
          contactName: expectDone(await client.updateContact({ params: { id: contact.id }, body }), 200).lastName,
        };
      },
      async () => {
        const body = { companyName: newName('Renamed') };
        return { leadName: expectDone(await client.updateLead({ params: { id: lead.id }, body }), 200).companyName };
      },
    ];
    for (const rename of renames) {
      const { syncUntilUtc: updatedFrom } = expectDone(await client.listOpportunities({ query: {} }), 200);
      const shown = await rename();
      const list = expectDone(await client.listOpportunities({ query: { updatedFrom } }), 200);
      expect(list.data).toEqual([expect.objectContaining({ id, ...shown })]);
      const feed = expectDone(await client.listOpportunityChanges({ query: { updatedFrom } }), 200);
      expect(feed.data.map(({ entityId, operation }) => [entityId, operation])).toEqual([[id, 'updated']]);
    }
  });
});

test('an opportunity that others do not refer to is deleted, and what it referred to is free then', async () => {
  const customer = await newCustomer(client);
  const { id } = await newOpportunity(client, { customerId: customer.id });
  const params = { id: customer.id };
  expectProblem(await client.deleteCustomer({ params }), 409, 'resource_in_use');
  await putOpportunity(id, { name: 'x', customerId });
  expectDone(await client.deleteCustomer({ params }), 204);
  expectDone(await client.deleteOpportunity({ params: { id } }), 204);
  expectProblem(await client.getOpportunity({ params: { id } }), 404, 'not_found');
});
