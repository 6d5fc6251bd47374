import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClient, type ClientOptions } from '@rapport/http-contract/client';
import { done, newEmail, operatorContract } from '@rapport/testbed';
import { beforeAll, describe, expect, inject, test } from 'vitest';

const { operatorUrl, operatorCredential, baseUrl } = inject('platform');
const unknownId = '01890000-0000-7000-8000-000000000000';

function operatorWith(headers: Record<string, string>, more: Partial<ClientOptions> = {}) {
  return createClient(operatorContract, { baseUrl: operatorUrl, headers: () => headers, ...more });
}

const operator = operatorWith({ authorization: `Bearer ${operatorCredential}` });
type Operator = typeof operator;

let tenantId: string;
let userId: string;
beforeAll(async () => {
  const made = await newTenant();
  [tenantId, userId] = [made.tenantId, made.owner.userId];
});

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Every operation, on a thing of the tenant if it is about a tenant. */
const operations: Record<keyof Operator, (by: Operator, tenant: string) => Promise<Answer>> = {
  createTenant: (by) => by.createTenant({ body: { organisationName: 'x', ownerEmail: newEmail() } }),
  listTenants: (by) => by.listTenants(),
  getTenant: (by, id) => by.getTenant({ params: { tenantId: id } }),
  suspendTenant: (by, id) => by.suspendTenant({ params: { tenantId: id } }),
  resumeTenant: (by, id) => by.resumeTenant({ params: { tenantId: id } }),
  retryTenant: (by, id) => by.retryTenant({ params: { tenantId: id } }),
  cancelSubscription: (by, id) => by.cancelSubscription({ params: { tenantId: id }, body: {} }),
  reactivateSubscription: (by, id) => by.reactivateSubscription({ params: { tenantId: id }, body: {} }),
  changePlan: (by, id) => by.changePlan({ params: { tenantId: id }, body: { planCode: 'free' } }),
  changeSubscription: (by, id) => by.changeSubscription({ params: { tenantId: id }, body: {} }),
  listInvoices: (by, id) => by.listInvoices({ params: { tenantId: id } }),
  changeInvoice: (by, id) =>
    by.changeInvoice({ params: { tenantId: id, invoiceId: unknownId }, body: { dueOnUtc: '2026-01-31T09:30:00Z' } }),
  payInvoice: (by, id) => by.payInvoice({ params: { tenantId: id, invoiceId: unknownId } }),
  voidInvoice: (by, id) => by.voidInvoice({ params: { tenantId: id, invoiceId: unknownId } }),
  listPlans: (by) => by.listPlans(),
  putPlan: (by) => by.putPlan({ params: { code: 'unknown' }, body: { code: 'another', ...aPlan } }),
  changeEntitlements: (by, id) => by.changeEntitlements({ params: { tenantId: id }, body: { users: null } }),
  listUsage: (by, id) => by.listUsage({ params: { tenantId: id } }),
  listTenantAudit: (by, id) => by.listTenantAudit({ params: { tenantId: id } }),
  listAudit: (by) => by.listAudit({}),
  listUsageOfDay: (by) => by.listUsageOfDay({ query: { day: '2026-01-31' } }),
  listUsers: (by, id) => by.listUsers({ params: { tenantId: id } }),
  createUser: (by, id) => by.createUser({ params: { tenantId: id }, body: { email: newEmail(), name: 'x' } }),
  updateUser: (by, id) => by.updateUser({ params: { tenantId: id, userId }, body: { role: 'manager' } }),
  disableUser: (by, id) => by.disableUser({ params: { tenantId: id, userId } }),
  enableUser: (by, id) => by.enableUser({ params: { tenantId: id, userId } }),
  createTeam: (by, id) => by.createTeam({ params: { tenantId: id }, body: { name: 'x' } }),
  listApiClients: (by, id) => by.listApiClients({ params: { tenantId: id } }),
  createApiClient: (by, id) =>
    by.createApiClient({ params: { tenantId: id }, body: { name: 'x', runAsUserId: userId } }),
  updateApiClient: (by, id) => by.updateApiClient({ params: { tenantId: id, clientId: 'unknown' }, body: {} }),
  disableApiClient: (by, id) => by.disableApiClient({ params: { tenantId: id, clientId: 'unknown' } }),
  enableApiClient: (by, id) => by.enableApiClient({ params: { tenantId: id, clientId: 'unknown' } }),
  rotateSecret: (by, id) => by.rotateSecret({ params: { tenantId: id, clientId: 'unknown' }, body: {} }),
  listSecrets: (by, id) => by.listSecrets({ params: { tenantId: id, clientId: 'unknown' } }),
  revokeSecret: (by, id) =>
    by.revokeSecret({ params: { tenantId: id, clientId: 'unknown', secretId: unknownId }, body: {} }),
  listTokenAudit: (by, id) => by.listTokenAudit({ params: { tenantId: id, clientId: 'unknown' } }),
  listKeys: (by) => by.listKeys(),
  rotateKeys: (by) => by.rotateKeys({ body: {} }),
  revokeKey: (by) => by.revokeKey({ params: { kid: 'unknown' } }),
  createCustomField: (by, id) => by.createCustomField({ params: { tenantId: id }, body: newField('region') }),
  listCustomFields: (by, id) => by.listCustomFields({ params: { tenantId: id }, query: { module: 'customers' } }),
  disableCustomField: (by, id) =>
    by.disableCustomField({ params: { tenantId: id, module: 'customers', key: 'region' } }),
  enableCustomField: (by, id) => by.enableCustomField({ params: { tenantId: id, module: 'customers', key: 'region' } }),
  addSender: (by, id) => by.addSender({ params: { tenantId: id }, body: { address: 'news@example.com' } }),
  listSenders: (by, id) => by.listSenders({ params: { tenantId: id } }),
  removeSender: (by, id) => by.removeSender({ params: { tenantId: id }, body: { address: 'news@example.com' } }),
  listSuppressed: (by, id) => by.listSuppressed({ params: { tenantId: id } }),
  removeSuppressed: (by, id) => by.removeSuppressed({ params: { tenantId: id }, body: { address: 'ada@example.com' } }),
};

/** A body that is valid but for its code, which is not that of the address. */
const aPlan = {
  ...{ name: 'x', pricePerMonth: null, currency: 'EUR', trialDays: 0, isSelfService: false },
  entitlements: {
    ...{ publicApi: true, requestsPerMinute: 600, tokenRequestsPerMinute: 30 },
    ...{ users: null, records: null, feedRetentionDays: 90 },
  },
};
const ofThePlatform = [
  'createTenant',
  'listTenants',
  'listAudit',
  'listUsageOfDay',
  'listPlans',
  'putPlan',
  'listKeys',
  'rotateKeys',
  'revokeKey',
];

describe.each(Object.entries(operations))('%s', (name, call) => {
  test("the operation is 401 with a challenge without an operator's credential", async () => {
    const wrong = { '': 'token_missing', 'Bearer rpt_op_wrong': 'token_invalid', 'Basic eDp5': 'token_missing' };
    for (const [authorization, code] of Object.entries(wrong)) {
      const answer = await call(operatorWith(authorization === '' ? {} : { authorization }), tenantId);
      expectProblem(answer, 401, code);
      expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    }
  });

  test('the front address does not know the operation, whatever the credential', async () => {
    const atTheFront = operatorWith({ authorization: `Bearer ${operatorCredential}` }, { baseUrl });
    expectProblem(await call(atTheFront, tenantId), 404, 'route_not_found');
  });

  if (operatorContract[name as keyof Operator].method !== 'get') {
    test('the operation takes no reason that is no UTF-8', async () => {
      const unreadable = { authorization: `Bearer ${operatorCredential}`, 'rapport-reason': '%FC' };
      const answer = await call(operatorWith(unreadable), tenantId);
      expect(expectProblem(answer, 400, 'validation_failed').errors).toHaveProperty('Rapport-Reason');
    });
  }

  if (!ofThePlatform.includes(name)) {
    test('the operation is 404 for an unknown tenant', async () => {
      expectProblem(await call(operator, unknownId), 404, 'not_found');
      expectProblem(await call(operator, 'no-id'), 404, 'not_found');
    });
  }
});

test.each([
  '/subscription/v1/operator/tenants',
  '//subscription/v1/operator/tenants',
  '/api/v1/../../subscription/v1/operator/tenants',
  '/api/v1/%2e%2e/%2e%2e/subscription/v1/operator/tenants',
  '/%73ubscription/v1/operator/tenants',
  '/connect/..%2fsubscription/v1/operator/tenants',
  `${operatorUrl}/subscription/v1/operator/tenants`,
])('the front address does not lead to the operators by the target %s', async (target) => {
  const answer = await rawGet(new URL(baseUrl), target);
  expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
  expect(answer).not.toContain('"tenants"');
});

describe('tenants', () => {
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
    const answer = await operator.retryTenant({ params: { tenantId } });
    expectProblem(answer, 409, 'invalid_transition');
    expect(answer.body).toMatchObject({ detail: expect.stringContaining('is active') as string });
    expect(await listed(tenantId)).toMatchObject({ state: 'active' });
  });

  test('a change to an unknown plan is a 400 that names the plan, and changes nothing', async () => {
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
});

describe('people', () => {
  const params = () => ({ tenantId });

  test('a refusal names an unknown role or team, and a missing team of the scope team, together with other errors', async () => {
    const shape = await operator.createUser({ params: params(), body: { email: 'unknown', name: '' } });
    expect(Object.keys(expectProblem(shape, 400, 'validation_failed').errors ?? {}).toSorted()).toEqual([
      'email',
      'name',
    ]);
    const body = { email: newEmail(), name: 'x', role: 'king', teamId: unknownId };
    const places = await operator.createUser({ params: params(), body });
    expect(Object.keys(expectProblem(places, 400, 'validation_failed').errors ?? {}).toSorted()).toEqual([
      'role',
      'teamId',
    ]);
    const teamless = await operator.createUser({
      params: params(),
      body: { email: newEmail(), name: 'x', dataScope: 'team' },
    });
    expectProblem(teamless, 400, 'validation_failed');
  });

  test('a person who has a login gets no second password', async () => {
    const email = newEmail();
    const other = await newTenant();
    const first = done(await operator.createUser({ params: params(), body: { email, name: 'x' } }), 201);
    const body = { email: email.toUpperCase(), name: 'x' };
    const second = done(await operator.createUser({ params: { tenantId: other.tenantId }, body }), 201);
    expect([typeof first.password, second.password]).toEqual(['string', null]);
    expect(second.userId).not.toBe(first.userId);
  });

  test('disable and enable of a user may be repeated', async () => {
    const user = done(await operator.createUser({ params: params(), body: { email: newEmail(), name: 'x' } }), 201);
    const one = { params: { tenantId, userId: user.userId } };
    const answers = [
      await operator.disableUser(one),
      await operator.disableUser(one),
      await operator.enableUser(one),
      await operator.enableUser(one),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test("another tenant's user and client are unknown in this tenant", async () => {
    const other = await newTenant();
    const theirs = { tenantId: other.tenantId, userId };
    expectProblem(await operator.disableUser({ params: theirs }), 404, 'not_found');
    const client = await newClient();
    const { clientId } = client;
    expectProblem(
      await operator.disableApiClient({ params: { tenantId: other.tenantId, clientId } }),
      404,
      'not_found',
    );
    const body = { name: 'x', runAsUserId: userId };
    const foreign = await operator.createApiClient({ params: { tenantId: other.tenantId }, body });
    expect(expectProblem(foreign, 400, 'validation_failed').errors).toHaveProperty('runAsUserId');
  });
});

describe('API clients', () => {
  test('an unknown scope is a 400 that names the scope, and disable and enable of a client may be repeated', async () => {
    const body = { name: 'x', runAsUserId: userId, scopes: ['customers.read', 'customers.fly'] };
    const wrong = await operator.createApiClient({ params: { tenantId }, body });
    expect(JSON.stringify(expectProblem(wrong, 400, 'validation_failed').errors)).toContain('customers.fly');
    const { clientId } = await newClient();
    const params = { tenantId, clientId };
    for (const change of [() => operator.disableApiClient({ params }), () => operator.enableApiClient({ params })]) {
      expect([(await change()).status, (await change()).status]).toEqual([200, 200]);
    }
  });

  test('a rotation with a negative overlap is a 400', async () => {
    const { clientId } = await newClient();
    const answer = await operator.rotateSecret({ params: { tenantId, clientId }, body: { overlapSeconds: -1 } });
    expect(expectProblem(answer, 400, 'validation_failed').errors).toHaveProperty('overlapSeconds');
  });
});

describe('custom fields', () => {
  test('a field is listed as it was made, disabled and enabled again, and a repetition changes nothing', async () => {
    const params = { tenantId: (await newTenant()).tenantId };
    const options = ['North', 'South "and" West'];
    const body = { ...newField('region'), label: ' Région ', fieldType: 'select' as const, isRequired: true, options };
    expect(done(await operator.createCustomField({ params, body }), 201)).toEqual({});
    done(await operator.createCustomField({ params, body: newField('note') }), 201);
    const field = { ...params, module: 'customers', key: 'region' };
    for (const [change, isEnabled] of [
      [operator.disableCustomField, false],
      [operator.enableCustomField, true],
    ] as const) {
      expect([done(await change({ params: field }), 200), done(await change({ params: field }), 200)]).toEqual([
        {},
        {},
      ]);
      const { customFields } = done(await operator.listCustomFields({ params, query: { module: 'customers' } }), 200);
      expect(customFields).toEqual([
        {
          key: 'region',
          label: 'Région',
          description: null,
          fieldType: 'select',
          isRequired: true,
          options,
          displayOrder: 1,
          isEnabled,
        },
        expect.objectContaining({ key: 'note', displayOrder: 2, isRequired: false, options: [], isEnabled: true }),
      ]);
    }
    expectProblem(await operator.createCustomField({ params, body: newField('region') }), 409, 'code_conflict');
  });

  test('a wrong field is refused with everything that is wrong', async () => {
    const wrong = { module: 'invoices', key: 'Region', label: ' ', fieldType: 'colour', isRequired: 1, nonsense: 1 };
    const answer = await operator.createCustomField({ params: { tenantId }, body: wrong });
    const { errors } = expectProblem(answer, 400, 'validation_failed');
    expect(Object.keys(errors ?? {}).toSorted()).toEqual(Object.keys(wrong).toSorted());
    for (const options of [[], ['a', ' a'], Array.from({ length: 201 }, (_, n) => `${n}`), ['x'.repeat(101)], ['']]) {
      const body = { ...newField('choice'), fieldType: 'select' as const, options };
      const { errors: places } = expectProblem(
        await operator.createCustomField({ params: { tenantId }, body }),
        400,
        'validation_failed',
      );
      expect(Object.keys(places ?? {})[0]).toMatch(/^options/);
    }
  });

  test('disable and enable of a field, or in a module, that is not there are 404', async () => {
    for (const [module, key] of [
      ['customers', 'none'],
      ['leads', 'none'],
      ['invoices', 'none'],
      ['customers', '\u0000'],
    ] as const) {
      const params = { tenantId, module, key };
      expectProblem(await operator.disableCustomField({ params }), 404, 'not_found');
      expectProblem(await operator.enableCustomField({ params }), 404, 'not_found');
    }
  });
});

function newField(key: string) {
  return { module: 'customers' as const, key, label: 'A field', fieldType: 'text' as const };
}

/** Sends the target as it stands, which no client library does. */
async function rawGet({ hostname, port }: URL, target: string): Promise<string> {
  const socket = connect({ host: hostname, port: Number(port) });
  const host = new URL(operatorUrl).host;
  socket.write(
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${operatorCredential}\r\nConnection: close\r\n\r\n`,
  );
  return text(socket);
}

async function newTenant() {
  return done(await operator.createTenant({ body: { organisationName: 'A tenant', ownerEmail: newEmail() } }), 201);
}

async function newClient() {
  const body = { name: 'A client', runAsUserId: userId };
  return done(await operator.createApiClient({ params: { tenantId }, body }), 201);
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

function expectProblem(answer: Answer, status: number, code: string): { errors?: Record<string, string[]> } {
  expect(answer).toMatchObject({ status, body: { status, code } });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return answer.body as { errors?: Record<string, string[]> };
}
