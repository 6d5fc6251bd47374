import { expect, test } from 'vitest';
import { raw } from './raw.ts';
import { expectDone, newName, newTenant } from './tenant.ts';

const client = await (await newTenant()).client();

async function ignoredIn(search: string): Promise<string | null> {
  const answer = await raw('GET', `/api/v1/customers?${search}`, { token: client.token });
  expect(answer.status).toBe(200);
  return answer.headers.get('rapport-ignored');
}

test('parameters that are not known are named in the order of the query, and nothing is where all were used', async () => {
  expect(await ignoredIn('email=a%40example.com&pageSize=1&7=x&limit=1')).toBe('email, 7, limit');
  expect(await ignoredIn('pageSize=1')).toBeNull();
});

test('twenty names are given at most, each cut to a hundred characters and in the characters of a header', async () => {
  const many = Array.from({ length: 30 }, (_, n) => `p${n}=1`).join('&');
  expect((await ignoredIn(many))?.split(', ')).toHaveLength(20);
  expect(await ignoredIn(`${encodeURIComponent('ı, "\r\n')}=1`)).toBe('%C4%B1%2C%20%22%0D%0A');
  expect(await ignoredIn(`${'x'.repeat(500)}=1`)).toBe('x'.repeat(100));
});

test('read-only members of a body are named where their values are not those of the record', async () => {
  const body = { lastName: newName(), status: 'qualified', createdOnUtc: '2020-01-01T00:00:00Z' };
  const created = await client.createLead({ body: body });
  const lead = expectDone(created, 201);
  expect(lead.status).toBe('new');
  expect(created.headers.get('rapport-ignored')?.split(', ').toSorted()).toEqual(['createdOnUtc', 'status']);
  const params = { id: lead.id };
  const asRead = await client.updateLead({ params, body: { ...lead, description: 'Called.' } });
  expectDone(asRead, 200);
  expect(asRead.headers.get('rapport-ignored')).toBeNull();
  const another = { ...lead, status: 'qualified' as const };
  expect((await client.updateLead({ params, body: another })).headers.get('rapport-ignored')).toBe('status');
});
