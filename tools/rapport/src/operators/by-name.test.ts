import { expect, test } from 'vitest';
import { apiClientByName, tenantByName, userByName } from './by-name.ts';
import type { Operator } from './operator-client.ts';

const id = '01890000-0000-7000-8000-000000000000';
const tenants = ['Demo', 'demo', 'Demolition'].map((organisationName, at) => ({
  tenantId: `t${at}`,
  organisationName,
}));
const users = ['ada', 'bob', 'bobby'].map((name) => ({ userId: name, name, email: `${name}@example.com` }));
const apiClients = [{ clientId: 'rpt_client_a', name: 'Sync' }];
const answer = (body: object) => async () => ({ status: 200, headers: new Headers(), body });

/** The operators' API gives this answer to every search. */
const operator = {
  listTenants: answer({ tenants }),
  listUsers: answer({ users }),
  listApiClients: answer({ apiClients }),
} as unknown as Operator;

test('an id is taken as it stands', async () => {
  expect(await tenantByName(operator, id)).toBe(id);
  expect(await userByName(operator, id, id)).toBe(id);
  expect(await apiClientByName(operator, id, 'rpt_client_z')).toBe('rpt_client_z');
});

test('a whole name or e-mail address is found, whatever its case', async () => {
  expect(await tenantByName(operator, 'demolition')).toBe('t2');
  expect(await userByName(operator, id, 'BOB')).toBe('bob');
  expect(await userByName(operator, id, 'ada@example.com')).toBe('ada');
  expect(await apiClientByName(operator, id, 'sync')).toBe('rpt_client_a');
});

test('what several are called is a failure that lists them', async () => {
  await expect(tenantByName(operator, 'Demo')).rejects.toThrow(
    'Several are called Demo: Demo (t0); demo (t1). Name the tenant by its id.',
  );
});

test('a part of a name finds none, and the failure lists what is near', async () => {
  const near = 'There is no user called bo; near it: ada@example.com, ada (ada); bob@example.com, bob (bob)';
  await expect(userByName(operator, id, 'bo')).rejects.toThrow(near);
});
