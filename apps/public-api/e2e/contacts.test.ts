import { describe, expect, test } from 'vitest';
import { newCustomer, putCustomer } from './customers.ts';
import { newContact, newOpportunity, type NewContact } from './new-records.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { expectDone, newName, newTenant } from './tenant.ts';

const missingId = '01890000-0000-7000-8000-000000000000';
const tenant = await newTenant();
const client = await tenant.client();
const confinedUser = await tenant.user({ role: 'administrator', dataScope: 'own' });
/** Sees its user's own records alone. */
const confined = await tenant.client({ runAsUserId: confinedUser });

describe('create and update', () => {
  test('every writable member comes back as it was sent, from create, get, get by external id and list', async () => {
    const customer = await newCustomer(client);
    const body: NewContact = {
      customerId: customer.id,
      firstName: 'Ayşe',
      lastName: 'Yılmaz',
      jobTitle: 'Buyer',
      department: 'Purchasing',
      email: 'ayse@example.test',
      phone: '1',
      mobilePhone: '2',
      isPrimary: true,
      birthDate: '1984-02-29',
      address: { city: 'İzmir', countryCode: 'TR' },
      doNotCall: true,
      emailOptOut: true,
      ownerUserId: tenant.ownerId,
      description: 'Described',
      externalId: newName('external'),
    };
    const made = await newContact(client, body);
    expect(made).toMatchObject({ ...body, customerName: customer.name });
    const { id, externalId } = made;
    expect(expectDone(await client.getContact({ params: { id } }), 200)).toEqual(made);
    const params = { externalId: externalId ?? '' };
    expect(expectDone(await client.getContactByExternalId({ params }), 200)).toEqual(made);
    const list = expectDone(await client.listContacts({ query: { pageSize: 200 } }), 200);
    expect(list.data.find((one) => one.id === id)).toEqual(made);
  });

  test('a full update takes away what it leaves out, the customer among it, and null is the same', async () => {
    const { id: customerId } = await newCustomer(client);
    const made = await newContact(client, { customerId, firstName: 'First', isPrimary: true, birthDate: '2000-01-01' });
    const bodies = [{ lastName: 'Last' }, { lastName: 'Last', customerId: null, firstName: null, isPrimary: null }];
    for (const body of bodies) {
      const put = expectDone(await client.updateContact({ params: { id: made.id }, body }), 200);
      expect(put).toMatchObject({ customerId: null, customerName: null, firstName: null, isPrimary: false });
      expect(put).toMatchObject({ lastName: 'Last', birthDate: null, ownerUserId: made.ownerUserId });
      expectDone(await client.updateContact({ params: { id: made.id }, body: made }), 200);
    }
  });

  test('a missing lastName, a wrong birthDate and a customerId that is no id are one 400, and references come later', async () => {
    const body = {
      firstName: 'x',
      birthDate: '2001-02-29',
      customerId: 'x',
      isPrimary: 'yes',
    } as unknown as NewContact;
    expectErrors(await client.createContact({ body }), 'lastName', 'birthDate', 'customerId', 'isPrimary');
    expectErrors(await client.createContact({ body: { lastName: ' ', customerId: missingId } }), 'lastName');
    const wrong = { lastName: 'x', customerId: missingId, ownerUserId: missingId };
    expectErrors(await client.createContact({ body: wrong }), 'customerId', 'ownerUserId');
    expectProblem(await client.updateContact({ params: { id: missingId }, body: wrong }), 404, 'not_found');
  });
});

describe('the customer', () => {
  test('a customer that is absent, deleted, of another tenant or not visible is a 400 at customerId in the same words', async () => {
    const stranger = await (await newTenant()).client();
    const deleted = (await newCustomer(client)).id;
    expectDone(await client.deleteCustomer({ params: { id: deleted } }), 204);
    const hidden = (await newCustomer(client)).id;
    const contact = await newContact(client, { ownerUserId: confinedUser });
    const cases = [
      [client, missingId],
      [client, deleted],
      [client, (await newCustomer(stranger)).id],
      [confined, hidden],
    ] as const;
    const sentences = new Set<string>();
    for (const [by, customerId] of cases) {
      const body = { lastName: 'x', customerId };
      const problems = [
        expectErrors(await by.createContact({ body }), 'customerId'),
        expectErrors(await by.updateContact({ params: { id: contact.id }, body }), 'customerId'),
      ];
      problems.forEach(({ errors }) => sentences.add(JSON.stringify(errors)));
    }
    expect(sentences.size).toBe(1);
    expectDone(await client.createContact({ body: { lastName: 'x', customerId: hidden } }), 201);
  });

  test('a customer that the caller does not see stays with a contact whose update names it still', async () => {
    const customer = await newCustomer(client);
    const made = await newContact(client, { customerId: customer.id, ownerUserId: confinedUser });
    const params = { id: made.id };
    const seen = expectDone(await confined.getContact({ params }), 200);
    expect(seen).toMatchObject({ customerId: customer.id, customerName: null });
    const put = expectDone(await confined.updateContact({ params, body: { ...seen, jobTitle: 'Buyer' } }), 200);
    expect(put).toMatchObject({ customerId: customer.id, customerName: null, jobTitle: 'Buyer' });
    expect(expectDone(await client.getContact({ params }), 200).customerName).toBe(customer.name);
  });

  test('a name that is hidden is null in every answer, and its ETag is another one with the same version', async () => {
    const customer = await newCustomer(client, { ownerUserId: confinedUser });
    const made = await newContact(client, { customerId: customer.id, ownerUserId: confinedUser });
    const params = { id: made.id };
    const shown = await confined.getContact({ params });
    expect(expectDone(shown, 200).customerName).toBe(customer.name);
    expect(shown.headers.get('etag')).toBe((await client.getContact({ params })).headers.get('etag'));
    await putCustomer(client, customer, { ownerUserId: tenant.ownerId });
    const [hidden, whole] = [await confined.getContact({ params }), await client.getContact({ params })];
    expect([expectDone(hidden, 200).customerName, expectDone(whole, 200).customerName]).toEqual([null, customer.name]);
    const list = expectDone(await confined.listContacts({ query: { pageSize: 200 } }), 200);
    expect(list.data.find(({ id }) => id === made.id)?.customerName).toBeNull();
    const tags = [hidden, whole].map(({ headers }) => headers.get('etag') ?? '');
    expect(tags[0]).not.toBe(tags[1]);
    const stale = { 'if-none-match': shown.headers.get('etag') ?? '' };
    expect((await confined.getContact({ params, headers: stale })).status).toBe(200);
    // If-Match compares the version, which both tags have.
    const body = { ...expectDone(hidden, 200), jobTitle: 'Buyer' };
    const headers = { 'if-match': tags[1] ?? '' };
    expectDone(await confined.updateContact({ params, body, headers }), 200);
  });

  test('a rename is in the contacts’ list and feed at once, and each contact has a new version and time', async () => {
    const customer = await newCustomer(client);
    const made = [await newContact(client, { customerId: customer.id }), await newContact(client)];
    const { syncUntilUtc } = expectDone(await client.listContacts({ query: {} }), 200);
    const etag = (await client.getContact({ params: { id: made[0]?.id ?? '' } })).headers.get('etag') ?? '';
    const renamed = await putCustomer(client, customer, { name: newName('Renamed') });
    const query = { updatedFrom: syncUntilUtc };
    const list = expectDone(await client.listContacts({ query }), 200);
    expect(list.data.map(({ id, customerName }) => [id, customerName])).toEqual([[made[0]?.id, renamed.name]]);
    const [row] = list.data;
    expect((row?.lastModifiedOnUtc ?? '') > renamed.lastModifiedOnUtc).toBe(true);
    const feed = expectDone(await client.listContactChanges({ query }), 200);
    expect(feed.data.map(({ entityId, operation, occurredOnUtc }) => [entityId, operation, occurredOnUtc])).toEqual([
      [made[0]?.id, 'updated', row?.lastModifiedOnUtc],
    ]);
    const headers = { 'if-match': etag };
    const stale = await client.deleteContact({ params: { id: made[0]?.id ?? '' }, headers });
    expectProblem(stale, 409, 'concurrency_conflict');
  });

  test('a change of a customer that its contacts do not show leaves them as they are', async () => {
    const customer = await newCustomer(client);
    await newContact(client, { customerId: customer.id });
    const { syncUntilUtc } = expectDone(await client.listContacts({ query: {} }), 200);
    await putCustomer(client, customer, { description: 'Another' });
    const after = expectDone(await client.listContacts({ query: { updatedFrom: syncUntilUtc } }), 200);
    expect([after.data, after.syncUntilUtc]).toEqual([[], syncUntilUtc]);
  });
});

test('a customer with contacts and a contact with opportunities are resource_in_use, also where the caller does not see those', async () => {
  const customer = await newCustomer(client, { ownerUserId: confinedUser });
  const contact = await newContact(client, { customerId: customer.id });
  const opportunity = await newOpportunity(client, { customerId: customer.id, contactId: contact.id });
  const params = { id: customer.id };
  const refusal = expectProblem(await confined.deleteCustomer({ params }), 409, 'resource_in_use');
  expect(refusal.detail).toContain('contacts and opportunities');
  expect(refusal.detail).not.toContain(contact.id);
  expectProblem(await client.deleteContact({ params: { id: contact.id } }), 409, 'resource_in_use');
  expectDone(await client.deleteOpportunity({ params: { id: opportunity.id } }), 204);
  expectDone(await client.deleteContact({ params: { id: contact.id } }), 204);
  expectDone(await confined.deleteCustomer({ params }), 204);
});
