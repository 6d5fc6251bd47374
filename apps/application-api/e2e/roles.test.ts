import { done } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { as, baseUrl, newOwner } from './people.ts';

test.each([
  ['GET', 'get'],
  ['POST', 'disable'],
  ['POST', 'enable'],
])('%s role/%s of a text that no database can hold finds no role', async (method, step) => {
  const { token } = await newOwner();
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${baseUrl}/api/v1/role/${step}/%00`, { method, headers });
  expect([answer.status, ((await answer.json()) as { errorCode: string }).errorCode]).toEqual([404, 'not_found']);
});

test.each([{}, { permissions: null }])(
  'a role of %j has no permissions, and an update of it takes them all',
  async (none) => {
    const owner = as(await newOwner());
    const permissionsOf = async (code: string) =>
      done(await owner.getRole({ params: { code } }), 200).data?.permissions;
    done(await owner.createRole({ body: { code: 'guest', name: 'Guest', ...none } }), 200);
    expect(await permissionsOf('guest')).toEqual([]);
    const seller = { code: 'seller', name: 'Seller' };
    done(await owner.createRole({ body: { ...seller, permissions: ['leads.read'] } }), 200);
    done(await owner.updateRole({ body: { ...seller, ...none } }), 200);
    expect(await permissionsOf('seller')).toEqual([]);
  },
);
