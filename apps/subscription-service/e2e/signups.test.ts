import { newEmail, newSignup, postSignup, type SignupBody } from '@rapport/testbed';
import { expect, inject, test } from 'vitest';

const { baseUrl } = inject('platform');
const signups = '/subscription/v1/signups';

test('the plans that companies choose from are open to everybody', async () => {
  const answer = await fetch(`${baseUrl}/subscription/v1/plans`);
  expect(answer.status).toBe(200);
  const { plans } = (await answer.json()) as { plans: { code: string; isSelfService: boolean }[] };
  // Other tests offer plans of their own.
  const own = plans.filter(({ code }) => !code.startsWith('plan-'));
  expect(own.map(({ code, isSelfService }) => [code, isSelfService])).toEqual([
    ['free', true],
    ['professional', true],
  ]);
});

test('a sign-up is answered with its tenant, and with the same again under its key; another body under it is a 409', async () => {
  const [body, headers] = [newSignup(), { 'idempotency-key': newEmail() }];
  const first = await postSignup(baseUrl, body, { headers });
  expect(first.body).toMatchObject({ planCode: 'professional', owner: { email: body.ownerEmail } });
  expect(first.headers['location']).toBe(`/subscription/v1/tenants/${String(first.body['tenantId'])}`);
  expect(JSON.stringify(first)).not.toContain(body.password);
  const again = await postSignup(baseUrl, body, { headers });
  expect(again).toMatchObject({ status: first.status, body: first.body });
  expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
  const other = await postSignup(baseUrl, { ...body, password: 'Thirteen grey herons' }, { headers });
  expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } });
});

const wrong: readonly [what: string, change: Partial<Record<keyof SignupBody, unknown>>, member: keyof SignupBody][] = [
  ['a blank name', { organisationName: '  ' }, 'organisationName'],
  ['an address that is none', { ownerEmail: 'nonsense' }, 'ownerEmail'],
  ['no name of the owner', { ownerName: undefined }, 'ownerName'],
  ['a plan by agreement', { planCode: 'enterprise' }, 'planCode'],
  ['an unknown plan', { planCode: 'gold' }, 'planCode'],
  ['a short password', { password: 'eleven char' }, 'password'],
  ['a long password', { password: 'ab'.repeat(101) }, 'password'],
  ['a password with a control character', { password: 'twelve grey\u0007herons' }, 'password'],
  ['a password of one character', { password: 'a'.repeat(20) }, 'password'],
  ['a common password', { password: 'password1234' }, 'password'],
  ['a password that is a number', { password: 123_456_789_012 }, 'password'],
];

test.each(wrong)('%s is a 400 that names the member, and counts for nothing', async (_what, change, member) => {
  const body = newSignup();
  const from = '127.0.77.1';
  for (let count = 0; count < 4; count += 1) {
    const refused = await postSignup(baseUrl, { ...body, ...change }, { from });
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(Object.keys(refused.body['errors'] as object)).toEqual([member]);
  }
});

test('a password like the address, its local part or the organisation is a 400', async () => {
  const body = newSignup({
    organisationName: 'An organisation like no other',
    ownerEmail: `somebody.with.a.name@example.test`,
  });
  for (const password of [body.organisationName.toUpperCase(), body.ownerEmail, 'somebody.with.a.name']) {
    const refused = await postSignup(baseUrl, { ...body, password });
    expect(refused).toMatchObject({ status: 400, body: { errors: { password: [expect.any(String)] } } });
  }
});

test('the fourth sign-up of an e-mail address from its network in a day is a 429 with the time until the first leaves, and a replay none', async () => {
  const [body, headers] = [newSignup({ planCode: 'free' }), { 'idempotency-key': newEmail() }];
  const [from, neighbour] = ['127.0.78.1', '127.0.78.2'];
  const spelled = { ...body, ownerEmail: body.ownerEmail.toUpperCase() };
  expect([201, 202]).toContain((await postSignup(baseUrl, body, { headers, from })).status);
  expect([201, 202]).toContain((await postSignup(baseUrl, spelled, { from })).status);
  expect([201, 202]).toContain((await postSignup(baseUrl, body, { from: neighbour })).status);
  const refused = await postSignup(baseUrl, body, { from });
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
  const replayed = await postSignup(baseUrl, body, { headers, from });
  expect(replayed).toMatchObject({ headers: { 'idempotency-replayed': 'true' } });
  expect([201, 202]).toContain((await postSignup(baseUrl, body)).status);
});

test('the 21st sign-up of a network address in an hour is a 429', async () => {
  const from = '127.0.77.2';
  const statuses: number[] = [];
  for (let count = 0; count < 21; count += 1) {
    statuses.push((await postSignup(baseUrl, newSignup({ planCode: 'free' }), { from })).status);
  }
  expect(statuses.slice(0, 20).filter((status) => status === 201 || status === 202)).toHaveLength(20);
  expect(statuses[20]).toBe(429);
});

test.each([
  ['{', 'application/json', 400, 'malformed_json'],
  ['x', 'text/csv', 415, 'unsupported_media_type'],
  ['{"organisationName": "a", "organisationName": "b"}', 'application/json', 400, 'malformed_json'],
])('a body %s of the type %s is a %i', async (body, type, status, code) => {
  const answer = await postSignup(baseUrl, body, { headers: { 'content-type': type } });
  expect(answer).toMatchObject({ status, body: { code } });
});

test.each([
  ['GET', signups, 405],
  ['DELETE', '/subscription/v1/plans', 405],
  ['GET', '/subscription/v1/operator/plans', 404],
  ['POST', '/subscription/v1/operator/tenants', 404],
  ['GET', '/subscription/v1/webhooks/stripe', 404],
])('%s %s is a %i at the base address', async (method, path, status) => {
  const { operatorCredential } = inject('platform');
  const headers = { authorization: `Bearer ${operatorCredential}` };
  expect((await fetch(`${baseUrl}${path}`, { method, headers })).status).toBe(status);
});
