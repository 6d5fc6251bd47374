import { createClient } from '@rapport/http-contract/client';
import { done, newEmail, operatorContract } from '@rapport/testbed';
import { expect, inject, test } from 'vitest';

const { operatorUrl, operatorCredential } = inject('platform');
const headers = () => ({ authorization: `Bearer ${operatorCredential}` });
const operator = createClient(operatorContract, { baseUrl: operatorUrl, headers });

type ListQuery = Record<string, string>;

test('a tenant is made in the cell that the operator names, and an unknown cell is a 400 that names those that take tenants', async () => {
  const made = await operator.createTenant({ body: { ...aTenant(), cell: 'nowhere' } });
  expect(made).toMatchObject({ status: 400, body: { errors: { cell: [expect.stringContaining('nowhere')] } } });
  const { tenantId } = done(await operator.createTenant({ body: aTenant() }), 201);
  const { cell } = done(await operator.getTenant({ params: { tenantId } }), 200);
  expect(JSON.stringify(made.body)).toContain(cell);
  done(await operator.createTenant({ body: { ...aTenant(), cell } }), 201);
});

test('operators find the users and the API clients of a tenant by words, and no secret', async () => {
  const { tenantId, owner } = done(await operator.createTenant({ body: aTenant() }), 201);
  const params = { tenantId };
  const email = newEmail();
  const { userId } = done(await operator.createUser({ params, body: { email, name: 'Elif Demir' } }), 201);
  const body = { name: 'Sync with the ERP', runAsUserId: userId };
  const { apiClientId, clientId } = done(await operator.createApiClient({ params, body }), 201);

  const all = done(await operator.listUsers({ params }), 200).users.map((user) => user.userId);
  expect(all.toSorted()).toEqual([owner.userId, userId].toSorted());
  for (const search of [email, 'elif dem']) {
    const { users } = done(await operator.listUsers({ params, query: { search } }), 200);
    expect(users).toEqual([
      {
        ...{ userId, email, name: 'Elif Demir' },
        roles: ['salesperson'],
        dataScope: 'own',
        teamId: null,
        isActive: true,
      },
    ]);
  }
  for (const search of [clientId, 'erp']) {
    const { apiClients } = done(await operator.listApiClients({ params, query: { search } }), 200);
    expect(apiClients).toMatchObject([{ apiClientId, clientId, name: body.name, runAsUserId: userId, isActive: true }]);
    expect(JSON.stringify(apiClients)).not.toContain('rpt_live_');
  }
  expect(done(await operator.listApiClients({ params, query: { search: 'other' } }), 200).apiClients).toEqual([]);
});

test('a tenant that was made is shown to operators whole', async () => {
  const made = done(
    await operator.createTenant({ body: { ...aTenant(), billing: 'manual', requestsPerMinute: 7 } }),
    201,
  );
  const shown = done(await operator.getTenant({ params: { tenantId: made.tenantId } }), 200);
  expect(shown).toMatchObject({
    ...{
      tenantId: made.tenantId,
      organisationName: 'A tenant',
      state: 'active',
      schema: made.schema,
      provisioning: null,
    },
    ...{ owners: [{ userId: made.owner.userId, email: made.owner.email }], use: { users: 1, records: 0 }, work: [] },
    ...{ subscription: { planCode: 'professional', status: 'active', billing: 'manual' } },
    ...{
      entitlements: { requestsPerMinute: 7 },
      overrides: { requestsPerMinute: 7 },
      schemaVersion: expect.any(Number) as number,
    },
  });
});

test('the list has the tenants that meet every filter, a page at a time', async () => {
  const [prefix, ownerEmail] = [`Ärger ${Date.now()}`, newEmail()];
  const named = (name: string) => ({ ...aTenant(), organisationName: `${prefix} ${name}` });
  const first = done(await operator.createTenant({ body: { ...named('one'), ownerEmail } }), 201);
  const second = done(await operator.createTenant({ body: { ...named('two'), planCode: 'free' } }), 201);
  done(await operator.suspendTenant({ params: { tenantId: second.tenantId } }), 200);
  const ids = async (query: ListQuery) =>
    done(await operator.listTenants({ query }), 200).tenants.map(({ tenantId }) => tenantId);
  const search = prefix.toUpperCase();
  expect(await ids({ search })).toEqual([first.tenantId, second.tenantId]);
  expect(await ids({ search, pageSize: '1' })).toEqual([first.tenantId]);
  expect(await ids({ search, after: first.tenantId })).toEqual([second.tenantId]);
  expect(await ids({ search, planCode: 'free', state: 'suspended' })).toEqual([second.tenantId]);
  expect(await ids({ search, state: 'active' })).toEqual([first.tenantId]);
  expect(await ids({ search, cell: 'nowhere' })).toEqual([]);
  expect(await ids({ search: ownerEmail.toUpperCase() })).toEqual([first.tenantId]);
});

test.each([
  ['state=gone', 'state'],
  ['search=', 'search'],
  ['after=x', 'after'],
  ['pageSize=all', 'pageSize'],
])('a list with %s is a 400 that names the parameter', async (query, parameter) => {
  const answer = await fetch(`${operatorUrl}/subscription/v1/operator/tenants?${query}`, { headers: headers() });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: { [parameter]: [expect.any(String)] } });
});

function aTenant() {
  return { organisationName: 'A tenant', ownerEmail: newEmail() };
}
