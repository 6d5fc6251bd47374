import { createClient } from '@rapport/http-contract/client';
import { grantableScopes, scopes } from '@rapport/kinds';
import { usersScope } from '@rapport/http-contract';
import { userContract } from '@rapport/public-contract';
import { expect, inject, test } from 'vitest';
import { expectProblem } from './problems.ts';
import { expectDone, newToken, newTenant, operator } from './tenant.ts';

const { baseUrl } = inject('platform');
const everyScope = { scopes: [...grantableScopes] };

const tenant = await newTenant();
const client = await tenant.client(everyScope);

function users(token: string) {
  return createClient(userContract, { baseUrl, headers: () => ({ authorization: `Bearer ${token}` }) });
}

async function allUsers(token: string, pageSize: number): Promise<{ id: string }[][]> {
  const pages: { id: string }[][] = [];
  let cursor: string | undefined;
  do {
    const query = { pageSize: String(pageSize), ...(cursor === undefined ? {} : { cursor }) };
    const { data, nextCursor, hasMore } = expectDone(await users(token).listUsers({ query }), 200);
    expect(hasMore).toBe(nextCursor !== null);
    pages.push(data);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

test('a client reads every user of its tenant in the order of their ids, whatever it may see of records', async () => {
  const own = await newTenant();
  const teamId = await own.team();
  const made = [await own.user({ dataScope: 'team', teamId }), await own.user({ role: 'readOnly', dataScope: 'own' })];
  const params = { tenantId: own.id, userId: made[0] ?? '' };
  expectDone(await operator.disableUser({ params }), 200);
  const confined = await own.client({ ...everyScope, runAsUserId: made[1] ?? '' });
  const pages = await allUsers(confined.token, 2);
  expect(pages.map((page) => page.length)).toEqual([2, 1]);
  expect(pages.flat().map(({ id }) => id)).toEqual([own.ownerId, ...made].toSorted());
  expect(pages.flat()).toContainEqual({
    id: own.ownerId,
    name: own.ownerEmail,
    email: own.ownerEmail,
    isActive: true,
    teamId: null,
  });
  expect(expectDone(await users(confined.token).getUser({ params: { id: params.userId } }), 200)).toMatchObject({
    isActive: false,
    teamId,
  });
});

test('a page of exactly all users has no next one', async () => {
  const own = await newTenant();
  await own.user();
  const { token } = await own.client(everyScope);
  expect((await allUsers(token, 2)).map((page) => page.length)).toEqual([2]);
});

test('a user of another tenant is not found, and is in no list', async () => {
  const other = await newTenant();
  expectProblem(await users(client.token).getUser({ params: { id: other.ownerId } }), 404, 'not_found');
  expect((await allUsers(client.token, 200)).flat().map(({ id }) => id)).toEqual([tenant.ownerId]);
});

test('a client has the scope of users where it was named, and only there', async () => {
  const usual = await tenant.client();
  expectProblem(await users(usual.token).listUsers(), 403, 'insufficient_scope');
  const narrowed = await newToken(client, scopes.join(' '));
  expectProblem(await users(narrowed).getUser({ params: { id: tenant.ownerId } }), 403, 'insufficient_scope');
  const { token } = await tenant.client({ scopes: [usersScope] });
  expectDone(await users(token).listUsers(), 200);
});

test('a cursor of another client, or of another list, is refused', async () => {
  const own = await newTenant();
  await own.user();
  const [one, another] = [await own.client(everyScope), await own.client(everyScope)];
  const query = { pageSize: '1' };
  const { nextCursor } = expectDone(await users(one.token).listUsers({ query }), 200);
  const cursor = String(nextCursor);
  expectProblem(await users(another.token).listUsers({ query: { cursor } }), 400, 'invalid_cursor');
  expectProblem(await one.listCustomers({ query: { cursor } }), 400, 'invalid_cursor');
  expectProblem(await users(one.token).listUsers({ query: { cursor: `${cursor}A` } }), 400, 'invalid_cursor');
  expectDone(await users(one.token).listUsers({ query: { cursor } }), 200);
});
