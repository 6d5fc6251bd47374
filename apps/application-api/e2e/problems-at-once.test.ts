import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { baseUrl, newOwner } from './people.ts';

const nowhere = randomUUID();

test.each([
  ['role/create', { code: 'x', name: ' ', permissions: [1, 'none'] }, ['name', 'permissions[0]', 'permissions[1]']],
  ['api-client/create', { name: 'x', scopes: [1, 'none'] }, ['runAsUserId', 'scopes[0]', 'scopes[1]']],
  [
    'user/create',
    { email: 'x', name: 'x', dataScope: 'team', roles: [7, 'a', 'a'] },
    ['email', 'roles', 'roles[0]', 'teamId'],
  ],
  [
    'custom-field/create',
    { module: 'x', key: 'x', label: 'x', fieldType: 'text', options: ['a', 'a'] },
    ['module', 'options'],
  ],
  ['campaign/member/add', { campaignId: 'x' }, ['campaignId', 'contactIds']],
  ['customer/create', { tags: [7, 'a', 'A'] }, ['name', 'tags', 'tags[0]']],
  [
    'lead/convert',
    { leadId: 'x', customer: { mode: 'existing' }, contact: { mode: 'existing' }, opportunity: { mode: 'x' } },
    ['contact.contactId', 'customer.customerId', 'leadId', 'opportunity.mode'],
  ],
])('what %s refuses by the body alone stands in one answer', async (operation, body, paths) => {
  const { token } = await newOwner();
  expect(await wrongPaths(token, operation, body)).toEqual(paths);
});

test('all that the targets of a conversion name and that is not there stands in one answer, and nothing is done', async () => {
  const { token } = await newOwner();
  const { data: leadId } = await ask(token, 'lead/create', { lastName: 'Kaya', companyName: 'Kaya' });
  const conversion = {
    leadId,
    ownerUserId: nowhere,
    customer: { mode: 'existing', customerId: nowhere },
    contact: { mode: 'existing', contactId: nowhere },
    opportunity: { mode: 'create', values: { campaignId: nowhere, customFields: [{ key: 'none', value: 'x' }] } },
  };
  expect(await wrongPaths(token, 'lead/convert', conversion)).toEqual([
    'contact.contactId',
    'customer.customerId',
    'opportunity.values.campaignId',
    'opportunity.values.customFields[0].key',
    'ownerUserId',
  ]);
  const taken = { ...conversion, customer: { mode: 'create', values: { parentCustomerId: nowhere } } };
  expect(await wrongPaths(token, 'lead/convert', taken)).toContain('customer.values.parentCustomerId');
  const found = { data: { items: [expect.objectContaining({ id: leadId, status: 'new' }) as object] } };
  expect(await ask(token, 'lead/search', {})).toMatchObject(found);
  expect(await ask(token, 'customer/search', {})).toMatchObject({ data: { items: [] } });
});

async function wrongPaths(token: string, operation: string, body: object): Promise<string[]> {
  const { errorCode, errors } = await ask(token, operation, body);
  expect(errorCode).toBe('validation_failed');
  return Object.keys(errors ?? {}).toSorted();
}

interface Answer {
  readonly data: unknown;
  readonly errorCode: string | null;
  readonly errors: Readonly<Record<string, string[]>> | null;
}

async function ask(token: string, operation: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}/api/v1/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Answer;
}
