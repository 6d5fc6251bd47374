import { expect, test } from 'vitest';
import { apiClientByName, tenantByName, userByName } from './by-name.ts';
import type { Operator } from './operator-client.ts';

const id = '01890000-0000-7000-8000-000000000000';
const [verified, unverified] = [{ verifyByUtc: null }, { verifyByUtc: '2026-01-31T09:30:00Z' }];
const tenants = [
  { organisationName: 'Demo', ...verified, owners: [{ email: 'boss@demo.example', isVerified: true }] },
  { organisationName: 'demo', ...verified, owners: [{ email: 'ada@example.com', isVerified: true }] },
  { organisationName: 'Demolition', ...verified, owners: [{ email: 'bob@example.com', isVerified: false }] },
  { organisationName: 'DEMOLITION', ...unverified, owners: [{ email: 'bob@example.com', isVerified: false }] },
  { organisationName: 'boss@demo.example', ...verified, owners: [{ email: 'eve@example.com', isVerified: true }] },
  { organisationName: 'New', ...unverified, owners: [{ email: 'new@example.com', isVerified: false }] },
].map((tenant, at) => ({ ...tenant, tenantId: `t${at}` }));
const users = ['ada', 'bob', 'bobby'].map((name) => ({ userId: name, name, email: `${name}@example.com` }));
const apiClients = [{ clientId: 'rpt_client_a', name: 'Sync' }];
const answer = (body: object) => async () => ({ status: 200, headers: new Headers(), body });

/** The operators' API gives this answer to every search, that of tenants on pages of two. */
const operator = {
  listTenants: async ({ query: { after } }: { query: { after?: string } }) => {
    const begin = tenants.findIndex(({ tenantId }) => tenantId === after) + 1;
    return answer({ tenants: tenants.slice(begin, begin + 2) })();
  },
  getTenant: ({ params }: { params: { tenantId: string } }) =>
    answer(tenants.find(({ tenantId }) => tenantId === params.tenantId) ?? {})(),
  listUsers: answer({ users }),
  listApiClients: answer({ apiClients }),
} as unknown as Operator;

test('an id is taken as it stands', async () => {
  expect(await tenantByName(operator, id)).toBe(id);
  expect(await userByName(operator, id, id)).toBe(id);
  expect(await apiClientByName(operator, 'rpt_client_z', id)).toBe('rpt_client_z');
});

test('a whole name or e-mail address is found, whatever its case', async () => {
  expect(await tenantByName(operator, 'demolition')).toBe('t2');
  expect(await userByName(operator, 'BOB', id)).toBe('bob');
  expect(await userByName(operator, 'ada@example.com', id)).toBe('ada');
  expect(await apiClientByName(operator, 'sync', id)).toBe('rpt_client_a');
});

test('what several are called is a failure that lists them', async () => {
  await expect(tenantByName(operator, 'Demo')).rejects.toThrow(
    'Several are called Demo: Demo (t0); demo (t1). Name the tenant by its id.',
  );
});

test('a part of a name finds none, and the failure lists what is near', async () => {
  const near = 'There is no user called bo; near it: ada@example.com, ada (ada); bob@example.com, bob (bob)';
  await expect(userByName(operator, 'bo', id)).rejects.toThrow(near);
});

test('a name leads past a tenant without a verified owner that is called so too', async () => {
  expect(await tenantByName(operator, 'Demolition')).toBe('t2');
});

test('an address leads to the tenant of its verified owner alone, and not to one that is called so or whose owner proved nothing', async () => {
  expect(await tenantByName(operator, 'Boss@demo.example')).toBe('t0');
  await expect(tenantByName(operator, 'bob@example.com')).rejects.toThrow('There is no tenant called bob@example.com');
});

test('a tenant without a verified owner is not taken by its name, and the failure lists its id', async () => {
  await expect(tenantByName(operator, 'New')).rejects.toThrow(
    /^There is no tenant called New; near it: .*New \(t5\)\. A tenant without a verified owner is named by its id\.$/,
  );
  expect(await tenantByName(operator, id)).toBe(id);
});
