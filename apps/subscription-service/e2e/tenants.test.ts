import { done, newEmail } from '@rapport/testbed';
import { expect, inject, test } from 'vitest';
import { asOperator, expectProblem, newTenant, operator } from './operator.ts';

const { operatorUrl } = inject('platform');

type ListQuery = Record<string, string>;

test('a tenant is made in the cell that the operator names, and an unknown cell is a 400 that says where they are listed', async () => {
  const made = await operator.createTenant({ body: { ...aTenant(), cell: 'nowhere' } });
  expect(made).toMatchObject({ status: 400, body: { errors: { cell: [expect.stringContaining('nowhere')] } } });
  const { tenantId } = done(await operator.createTenant({ body: aTenant() }), 201);
  const { cell } = done(await operator.getTenant({ params: { tenantId } }), 200);
  expect(JSON.stringify(made.body)).toContain('/subscription/v1/operator/cells');
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
  const answer = await fetch(`${operatorUrl}/subscription/v1/operator/tenants?${query}`, { headers: asOperator });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: { [parameter]: [expect.any(String)] } });
});

test('a new tenant has its schema and owner, is active, and is in the list', async () => {
  const ownerEmail = newEmail();
  const made = done(await operator.createTenant({ body: { organisationName: '  New  ', ownerEmail } }), 201);
  expect(made).toEqual({
    tenantId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    schema: expect.stringMatching(/^t\d{5,}$/) as unknown,
    owner: { userId: expect.any(String) as unknown, email: ownerEmail, password: expect.any(String) as unknown },
  });
  expect(await listed(made.tenantId)).toMatchObject({
    organisationName: 'New',
    state: 'active',
    planCode: 'professional',
  });
});

test('each owner gets another password, even if tenants are made at the same time', async () => {
  const owners = await Promise.all([1, 2, 3].map(async () => (await newTenant()).owner));
  owners.push((await newTenant()).owner);
  expect(new Set(owners.map(({ password }) => password)).size).toBe(4);
});

test('a request for a wrong tenant is refused with everything that is wrong, and makes no tenant', async () => {
  const wrong = { organisationName: ' ', ownerEmail: 'unknown', requestsPerMinute: 0, nonsense: 1 };
  const answer = await operator.createTenant({ body: wrong });
  const { errors } = expectProblem(answer, 400, 'validation_failed');
  expect(Object.keys(errors ?? {}).toSorted()).toEqual([
    'nonsense',
    'organisationName',
    'ownerEmail',
    'requestsPerMinute',
  ]);
  const plan = await operator.createTenant({
    body: { organisationName: 'Planless', ownerEmail: newEmail(), planCode: 'gold' },
  });
  expect(expectProblem(plan, 400, 'validation_failed').errors).toHaveProperty('planCode');
  expect((await allTenants()).map(({ organisationName }) => organisationName)).not.toContain('Planless');
});

test('suspend and resume may be repeated, one by one and at the same time', async () => {
  const { tenantId: own } = await newTenant();
  const params = { tenantId: own };
  for (const [change, state] of [
    [() => operator.suspendTenant({ params }), 'suspended'],
    [() => operator.resumeTenant({ params }), 'active'],
  ] as const) {
    const answers = [...(await Promise.all([change(), change(), change()])), await change()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await listed(own)).toMatchObject({ state });
  }
});

test('a retry of a tenant whose making did not fail is a 409 that names its state, and changes nothing', async () => {
  const { tenantId } = await newTenant();
  const answer = await operator.retryTenant({ params: { tenantId } });
  expectProblem(answer, 409, 'invalid_transition');
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('is active') as string });
  expect(await listed(tenantId)).toMatchObject({ state: 'active' });
});

test('a change to an unknown plan is a 400 that names the plan, and changes nothing', async () => {
  const { tenantId } = await newTenant();
  const answer = await operator.changePlan({ params: { tenantId }, body: { planCode: 'gold' } });
  expect(expectProblem(answer, 400, 'validation_failed').errors).toHaveProperty('planCode');
  expect(await listed(tenantId)).toMatchObject({ planCode: 'professional' });
});

test('the list of tenants goes on after the last id of the page before', async () => {
  const made = [await newTenant(), await newTenant()];
  const page = done(await operator.listTenants({ query: { after: made[0]?.tenantId } }), 200);
  expect(page.tenants.map((tenant) => tenant.tenantId)).toContain(made[1]?.tenantId);
  expect(page.tenants.map((tenant) => tenant.tenantId)).not.toContain(made[0]?.tenantId);
});

function aTenant() {
  return { organisationName: 'A tenant', ownerEmail: newEmail() };
}

async function allTenants() {
  const found = [];
  for (let after: string | undefined; ; after = found.at(-1)?.tenantId) {
    const { tenants } = done(await operator.listTenants({ query: { after } }), 200);
    found.push(...tenants);
    if (tenants.length === 0) {
      return found;
    }
  }
}

async function listed(id: string) {
  return (await allTenants()).find((tenant) => tenant.tenantId === id);
}
