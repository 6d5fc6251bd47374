import { exampleEntitlements } from '@rapport/kinds';
import { newEmail, Tenant, until } from '@rapport/testbed';
import { expect, test } from 'vitest';
import { raw } from './raw.ts';
import { expectDone, newName, newToken, operator } from './tenant.ts';

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}

async function send(
  token: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const type = { 'content-type': 'application/json' };
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { ...type, ...headers } };
  const answer = await raw(method, `/api/v1/${path}`, { token, ...sent });
  return { ...answer, body: answer.text === '' ? {} : (JSON.parse(answer.text) as Answer['body']) };
}

async function newCustomer(token: string): Promise<string> {
  const { status, body } = await send(token, 'POST', 'customers', { name: newName() });
  expect(status).toBe(201);
  return String(body['id']);
}

async function entitle(tenant: Tenant, body: Parameters<typeof operator.changeEntitlements>[0]['body']) {
  return expectDone(await operator.changeEntitlements({ params: { tenantId: tenant.id }, body }), 200);
}

async function usageOf({ id }: Tenant) {
  return expectDone(await operator.listUsage({ params: { tenantId: id } }), 200).days.at(-1);
}

test('at the limit of records every create is refused, and reads, updates, deletes and replays go on', async () => {
  const tenant = await Tenant.make(operator);
  const token = await newToken(await tenant.client());
  const first = { name: newName(), externalId: 'known' };
  const key = { 'idempotency-key': newName() };
  const id = String((await send(token, 'POST', 'customers', first, key)).body['id']);
  const other = await newCustomer(token);
  await until(
    async () => (await usageOf(tenant))?.records === 2,
    30_000,
    () => 'The records were not counted.',
  );
  expect(await entitle(tenant, { records: 2 })).toMatchObject({
    entitlements: { records: 2 },
    overrides: { records: 2 },
  });

  for (const [path, body] of Object.entries({
    customers: { name: 'x' },
    contacts: { lastName: 'x', customerId: id },
    leads: { lastName: 'x' },
    opportunities: { name: 'x', customerId: id },
  })) {
    expect(await send(token, 'POST', path, body)).toMatchObject({ status: 403, body: { code: 'plan_limit_reached' } });
  }
  expect(await send(token, 'POST', 'customers', { name: '' })).toMatchObject({ status: 400 });
  const lost = { lastName: 'x', customerId: '01890000-0000-7000-8000-000000000000' };
  expect(await send(token, 'POST', 'contacts', lost)).toMatchObject({
    status: 400,
    body: { code: 'validation_failed', errors: { customerId: [expect.any(String)] } },
  });
  expect(await send(token, 'POST', 'customers', { name: 'x', externalId: 'known' })).toMatchObject({ status: 403 });
  const again = await send(token, 'POST', 'customers', first, key);
  expect([again.status, again.body['id'], again.headers.get('idempotency-replayed')]).toEqual([201, id, 'true']);

  const items = [{ name: 'a', externalId: 'new' }, { name: 'b', externalId: 'known' }, { name: '' }, { name: 'c' }];
  const { body } = await send(token, 'POST', 'customers/batch', { items });
  const results = body['results'] as { readonly status: number; readonly error?: { readonly code: string } }[];
  expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
    ...[
      [403, 'plan_limit_reached'],
      [200, undefined],
      [400, 'validation_failed'],
      [403, 'plan_limit_reached'],
    ],
  ]);
  expect(await send(token, 'GET', `customers/${id}`)).toMatchObject({ status: 200, body: { name: 'b' } });
  expect((await send(token, 'PUT', `customers/${other}`, { name: 'Renamed' })).status).toBe(200);
  expect((await send(token, 'DELETE', `customers/${other}`)).status).toBe(204);
  const create = () => send(token, 'POST', 'leads', { lastName: 'x' });
  await until(
    async () => (await create()).status === 201,
    30_000,
    () => 'A delete made no room.',
  );
  expect((await create()).status).toBe(201);
  await entitle(tenant, { inherit: ['records'] });
  expect((await create()).status).toBe(201);
});

test('at the limit of users none is added or enabled, and one that is disabled makes room', async () => {
  const tenant = await Tenant.make(operator);
  const mate = await tenant.user();
  await entitle(tenant, { users: 2 });
  const params = { tenantId: tenant.id };
  const add = () => operator.createUser({ params, body: { email: newEmail(), name: 'x' } });
  expect(await add()).toMatchObject({ status: 403, body: { code: 'plan_limit_reached' } });
  expectDone(await operator.disableUser({ params: { ...params, userId: mate } }), 200);
  expectDone(await add(), 201);
  const enable = () => operator.enableUser({ params: { ...params, userId: mate } });
  expect(await enable()).toMatchObject({ status: 403, body: { code: 'plan_limit_reached' } });
  await entitle(tenant, { users: null });
  expectDone(await enable(), 200);
});

test('requests, refusals, tokens and changes are counted for their tenant, and nothing else is', async () => {
  const tenant = await Tenant.make(operator);
  const client = await tenant.client();
  const token = await newToken(client);
  const id = await newCustomer(token);
  await send(token, 'PUT', `customers/${id}`, { name: 'Renamed' });
  await send(token, 'PUT', `customers/${id}`, { name: 'Renamed' });
  await send(token, 'POST', 'customers/batch', { items: [{ name: 'a' }, { name: '' }] });
  await send(token, 'DELETE', `customers/${id}`);
  await send(token, 'GET', `customers/${id}`);
  await send(token, 'POST', 'customers', {});
  await send('nonsense', 'GET', 'customers');
  const expected = {
    ...{ requests: 5, refused: 2, tokensIssued: 1, users: 1 },
    ...{ recordsCreated: 2, recordsUpdated: 1, recordsDeleted: 1, records: 1 },
  };
  const isCounted = async (): Promise<boolean> => {
    const day = await usageOf(tenant);
    // Each process writes its own counts.
    const { requests = 0, refused = 0, tokensIssued = 0, recordsDeleted = 0 } = day ?? {};
    return requests >= 5 && refused >= 2 && tokensIssued >= 1 && recordsDeleted >= 1;
  };
  await until(isCounted, 30_000, () => 'The usage was not counted.');
  expect(await usageOf(tenant)).toMatchObject(expected);
});

test('a changed plan holds for its tenants that have no value of their own', async () => {
  const code = newName('plan').replaceAll(' ', '-').toLowerCase();
  const entitlements = { ...exampleEntitlements, requestsPerMinute: 500, tokenRequestsPerMinute: 100, users: 5 };
  const plan = { code, name: 'A plan', pricePerMonth: 12.5, currency: 'EUR', trialDays: 0, isSelfService: false };
  const put = (more: object) =>
    operator.putPlan({ params: { code }, body: { ...plan, entitlements: { ...entitlements, ...more } } });
  expectDone(await put({}), 200);
  const { plans } = expectDone(await operator.listPlans(), 200);
  expect(plans.find((one) => one.code === code)).toEqual({ ...plan, entitlements });
  const tenant = await Tenant.make(operator, { planCode: code, requestsPerMinute: null, tokenRequestsPerMinute: null });
  const token = await newToken(await tenant.client());
  const list = async () => (await send(token, 'GET', 'customers?pageSize=1')).status;
  expect(await list()).toBe(200);
  expectDone(await put({ publicApi: false }), 200);
  await until(
    async () => (await list()) === 403,
    4_000,
    () => 'The plan does not hold.',
  );
  await entitle(tenant, { publicApi: true });
  expect(await list()).toBe(200);
});

test('what is wrong with a plan or an entitlement is told by its member, and changes nothing', async () => {
  const tenant = await Tenant.make(operator);
  const params = { tenantId: tenant.id };
  for (const [body, member] of [
    [{ users: -1 }, 'users'],
    [{ requestsPerMinute: null }, 'requestsPerMinute'],
    [{ publicApi: 'yes' }, 'publicApi'],
    [{ nonsense: 1 }, 'nonsense'],
    [{ users: 5, inherit: ['users'] }, 'users'],
    [{ inherit: ['nonsense'] }, 'inherit[0]'],
  ] as const) {
    const answer = await operator.changeEntitlements({ params, body: body });
    expect(answer, member).toMatchObject({ status: 400, body: { errors: { [member]: [expect.any(String)] } } });
  }
  expect(Object.keys((await entitle(tenant, {})).overrides).toSorted()).toEqual([
    ...['requestsPerMinute', 'tokenRequestsPerMinute'],
  ]);
});
