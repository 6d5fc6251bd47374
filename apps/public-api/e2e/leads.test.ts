import { expect, test } from 'vitest';
import { newLead, newOpportunity, type NewLead } from './new-records.ts';
import { expectErrors, expectProblem } from './problems.ts';
import { rawJson } from './raw.ts';
import { expectDone, newName, newTenant } from './tenant.ts';

const missingId = '01890000-0000-7000-8000-000000000000';
const path = '/api/v1/leads';
const client = await (await newTenant()).client();

test('every writable member comes back as it was sent, and a new lead is new', async () => {
  const body: NewLead = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    companyName: 'Engines',
    jobTitle: 'Analyst',
    email: 'ada@example.test',
    phone: '1',
    mobilePhone: '2',
    website: 'https://example.test',
    source: 'coldCall',
    rating: 'hot',
    industry: 'Computing',
    estimatedValue: 12_345.6789,
    currency: 'GBP',
    address: { city: 'London', countryCode: 'GB' },
    description: 'Described',
    externalId: newName('external'),
  };
  const made = await newLead(client, body);
  expect(made).toMatchObject({ ...body, status: 'new', campaignId: null });
  expect(expectDone(await client.getLead({ params: { id: made.id } }), 200)).toEqual(made);
});

test('a lead needs a lastName or a companyName, on create and update; neither is told at lastName with all other problems', async () => {
  const { id } = await newLead(client);
  const params = { id };
  for (const body of [{}, { firstName: 'x' }, { lastName: null, companyName: ' ' }] as NewLead[]) {
    expectErrors(await client.createLead({ body }), 'lastName');
    expectErrors(await client.updateLead({ params, body }), 'lastName');
  }
  const wrong = { source: 'tv', rating: 'Hot', email: 'x', estimatedValue: 0.12345 } as unknown as NewLead;
  const paths = ['lastName', 'source', 'rating', 'email', 'estimatedValue'];
  expectErrors(await client.createLead({ body: wrong }), ...paths);
  for (const body of [{ lastName: 'x' }, { companyName: 'x' }]) {
    expectDone(await client.updateLead({ params, body }), 200);
  }
});

test('an estimated value has at most four decimals and fifteen digits, and may be negative', async () => {
  for (const text of ['99999999999.9999', '-99999999999.9999', '0.0001', '-0.1', '0', '1e3', '1.50000']) {
    const answer = await rawJson('POST', path, client.token, `{"lastName": "x", "estimatedValue": ${text}}`);
    expect([text, answer.status]).toEqual([text, 201]);
    expect((answer.body as { estimatedValue: number }).estimatedValue).toBe(Number(text));
  }
  for (const text of ['1.00001', '-0.12345', '1e-5', '100000000000', '-100000000000', '"1"', 'true']) {
    const answer = await rawJson('POST', path, client.token, `{"lastName": "x", "estimatedValue": ${text}}`);
    expectErrors(answer, 'estimatedValue');
  }
});

test('the status is accepted and ignored, whatever it says', async () => {
  const sent = { lastName: 'x', status: 'converted' };
  const made = expectDone(await client.createLead({ body: sent }), 201);
  expect(made.status).toBe('new');
  const params = { id: made.id };
  expect(expectDone(await client.updateLead({ params, body: { ...sent, status: 'no status' } }), 200)).toEqual(made);
});

test('a campaign that the tenant does not have is refused at campaignId', async () => {
  const { id } = await newLead(client);
  const body = { lastName: 'x', campaignId: missingId };
  expectErrors(await client.createLead({ body }), 'campaignId');
  expectErrors(await client.updateLead({ params: { id }, body }), 'campaignId');
  expectProblem(await client.updateLead({ params: { id: missingId }, body }), 404, 'not_found');
});

test('a lead is called by its first and last name, or by its company where it has no last name', async () => {
  const lead = await newLead(client, { companyName: 'Engines', firstName: 'Ada' });
  const params = { id: (await newOpportunity(client, { leadId: lead.id })).id };
  const shown = async (): Promise<string | null> => expectDone(await client.getOpportunity({ params }), 200).leadName;
  expect(await shown()).toBe('Engines');
  const names: [NewLead, string][] = [
    [{ companyName: 'Engines', firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
    [{ companyName: 'Engines', lastName: 'Lovelace' }, 'Lovelace'],
    [{ companyName: 'Looms' }, 'Looms'],
  ];
  for (const [body, name] of names) {
    expectDone(await client.updateLead({ params: { id: lead.id }, body }), 200);
    expect(await shown()).toBe(name);
  }
  const refusal = expectProblem(await client.deleteLead({ params: { id: lead.id } }), 409, 'resource_in_use');
  expect(refusal.detail).toContain('opportunities');
});
