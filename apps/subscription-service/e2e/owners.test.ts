import { createClient } from '@rapport/http-contract/client';
import { ownerContract } from '@rapport/subscription-contract';
import { done, issueToken, newEmail, newName, newSession, newSignup, postSignup } from '@rapport/testbed';
import { describe, expect, inject, test } from 'vitest';
import { operator, operatorWith, unknownId } from './operator.ts';

const { baseUrl, operatorCredential } = inject('platform');

type Owner = ReturnType<typeof ownerWith>;

function ownerWith(token: string | undefined) {
  const headers = (): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` });
  return createClient(ownerContract, { baseUrl, headers });
}

interface Company {
  readonly tenantId: string;
  readonly owner: Owner;
  readonly token: string;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Every operation of owners. */
const operations: Record<keyof Owner, (by: Owner, tenantId: string) => Promise<Answer>> = {
  getOwnTenant: (by, tenantId) => by.getOwnTenant({ params: { tenantId } }),
  renameTenant: (by, tenantId) => by.renameTenant({ params: { tenantId }, body: { organisationName: 'x' } }),
  sendVerificationMail: (by, tenantId) => by.sendVerificationMail({ params: { tenantId } }),
  chooseOwnPlan: (by, tenantId) => by.chooseOwnPlan({ params: { tenantId }, body: { planCode: 'free' } }),
  cancelOwnSubscription: (by, tenantId) => by.cancelOwnSubscription({ params: { tenantId }, body: {} }),
  reactivateOwnSubscription: (by, tenantId) => by.reactivateOwnSubscription({ params: { tenantId }, body: {} }),
  listOwnInvoices: (by, tenantId) => by.listOwnInvoices({ params: { tenantId } }),
  makePaymentLink: (by, tenantId) => by.makePaymentLink({ params: { tenantId } }),
  listOwnUsage: (by, tenantId) => by.listOwnUsage({ params: { tenantId } }),
  listOwnAudit: (by, tenantId) => by.listOwnAudit({ params: { tenantId } }),
};
const names = Object.keys(operations) as (keyof Owner)[];

const [company, other] = await Promise.all([newCompany(), newCompany()]);

describe.each(names)('%s', (name) => {
  const as = (token: string | undefined, tenantId: string) => operations[name](ownerWith(token), tenantId);

  test('is a 401 without a token, with a wrong one and with an operator’s credential', async () => {
    expect(await as(undefined, company.tenantId)).toMatchObject({ status: 401, body: { code: 'token_missing' } });
    for (const token of ['nonsense', operatorCredential]) {
      expect(await as(token, company.tenantId)).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
    }
  });

  test('is a 404 for the owner of another tenant, as for a tenant that nobody has', async () => {
    for (const tenantId of [company.tenantId, unknownId, 'nonsense']) {
      expect(await as(other.token, tenantId)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await shown(company)).toMatchObject({ state: 'trialing' });
  });

  test('is a 403 for users without the role and for a token for development, and a 401 for one of the public API', async () => {
    for (const role of ['administrator', 'salesperson']) {
      const token = await colleague(role);
      expect(await as(token, company.tenantId), role).toMatchObject({
        status: 403,
        body: { code: 'permission_denied' },
      });
    }
    const { clientId, clientSecret } = done(
      await operator.createApiClient({
        params: { tenantId: company.tenantId },
        body: { name: newName(), runAsUserId: (await ownerOf(company)).userId },
      }),
      201,
    );
    const developer = await fetch(`${baseUrl}/api/v1/auth/get-token-for-develop`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientId, clientSecret }),
    });
    const { data } = (await developer.json()) as { data: { accessToken: string } };
    expect(await as(data.accessToken, company.tenantId)).toMatchObject({
      status: 403,
      body: { code: 'permission_denied' },
    });
    const token = await issueToken(baseUrl, { clientId, clientSecret });
    expect(await as(token, company.tenantId)).toMatchObject({ status: 401, body: { code: 'token_invalid' } });
  });
});

test('a person’s token is a 401 at the operators’ port', async () => {
  const asPerson = operatorWith({ authorization: `Bearer ${company.token}` });
  expect(await asPerson.listTenants()).toMatchObject({ status: 401 });
});

test('an owner renames the organisation, and everybody sees it', async () => {
  const organisationName = newName();
  const params = { tenantId: other.tenantId };
  expect(await organisationsOf(other)).not.toContain(organisationName);
  expect(done(await other.owner.renameTenant({ params, body: { organisationName } }), 200)).toMatchObject({
    organisationName,
  });
  expect(done(await operator.getTenant({ params }), 200)).toMatchObject({ organisationName });
  expect(new Set(await organisationsOf(other))).toEqual(new Set([organisationName]));
  const blank = await other.owner.renameTenant({ params, body: { organisationName: ' ' } });
  expect(blank).toMatchObject({ status: 400, body: { errors: { organisationName: [expect.any(String)] } } });
});

test('an owner takes another plan, cancels and begins again, and each change holds when it is answered', async () => {
  const { owner, tenantId, token } = await newCompany();
  const params = { tenantId };
  const asks = (path: string) => fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const free = done(await owner.chooseOwnPlan({ params, body: { planCode: 'free' } }), 200);
  expect(free).toMatchObject({
    state: 'active',
    entitlements: { publicApi: false },
    subscription: { planCode: 'free' },
  });
  const planned = done(await owner.cancelOwnSubscription({ params, body: {} }), 200);
  expect(planned.subscription.cancelsOnUtc).toBe(planned.subscription.periodEndsOnUtc);
  const goesOn = done(await owner.reactivateOwnSubscription({ params, body: {} }), 200);
  expect(goesOn.subscription.cancelsOnUtc).toBeNull();
  expect((await asks('/api/v1/user/me')).status).toBe(200);
  expect(done(await owner.cancelOwnSubscription({ params, body: { effective: 'now' } }), 200).state).toBe('cancelled');
  expect((await asks('/api/v1/user/me')).status).toBe(403);
  expect(await owner.chooseOwnPlan({ params, body: { planCode: 'free' } })).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition' },
  });
  expect(done(await owner.reactivateOwnSubscription({ params, body: {} }), 200).state).toBe('active');
  expect((await asks('/api/v1/user/me')).status).toBe(200);
});

test('an owner takes none of the plans by agreement, and none while an operator has suspended the tenant', async () => {
  const { owner, tenantId } = await newCompany();
  const params = { tenantId };
  for (const planCode of ['enterprise', 'gold']) {
    const refused = await owner.chooseOwnPlan({ params, body: { planCode } });
    expect(refused).toMatchObject({ status: 400, body: { errors: { planCode: [expect.any(String)] } } });
  }
  done(await operator.suspendTenant({ params }), 200);
  const closed = { status: 403, body: { code: 'subscription_required' } };
  expect(await owner.chooseOwnPlan({ params, body: { planCode: 'free' } })).toMatchObject(closed);
  expect(await owner.makePaymentLink({ params })).toMatchObject(closed);
  expect(await shown({ owner, tenantId })).toMatchObject({ state: 'suspended', suspendedFor: ['operator'] });
  done(await operator.resumeTenant({ params }), 200);
  expect(await shown({ owner, tenantId })).toMatchObject({ state: 'trialing', suspendedFor: [] });
});

test('the requests of an owner count into the limit of its user', async () => {
  const answer = await company.owner.getOwnTenant({ params: { tenantId: company.tenantId } });
  expect(answer.headers.get('ratelimit')).toMatch(/"business";r=\d+;t=\d+/);
});

async function newCompany(): Promise<Company> {
  const body = newSignup();
  const { tenantId } = (await postSignup(baseUrl, body)).body as { tenantId: string };
  const { ownerEmail: email, password } = body;
  const { accessToken } = await newSession(baseUrl, { email, password, tenantId });
  return { tenantId, token: accessToken, owner: ownerWith(accessToken) };
}

/** The name of the organisation as its people see it, asked so often that every replica answers. */
async function organisationsOf({ token }: Company): Promise<unknown[]> {
  const headers = { authorization: `Bearer ${token}` };
  const names: unknown[] = [];
  while (names.length < 12) {
    const answer = await fetch(`${baseUrl}/api/v1/user/me`, { headers });
    names.push(((await answer.json()) as { data: { organisationName: unknown } }).data.organisationName);
  }
  return names;
}

async function shown({ owner, tenantId }: Pick<Company, 'owner' | 'tenantId'>) {
  return done(await owner.getOwnTenant({ params: { tenantId } }), 200);
}

async function ownerOf(of: Company): Promise<{ userId: string }> {
  const [owner] = (await shown(of)).owners;
  return owner ?? expect.fail('there is no owner');
}

const colleagues = new Map<string, string>();

/** The token of a user of the company with this role. */
async function colleague(role: string): Promise<string> {
  const known = colleagues.get(role);
  if (known !== undefined) {
    return known;
  }
  const body = {
    email: newEmail(),
    name: 'A Colleague',
    role,
    dataScope: 'all',
  } as const;
  const made = done(await operator.createUser({ params: { tenantId: company.tenantId }, body }), 201);
  const person = { email: body.email, password: made.password ?? '', tenantId: company.tenantId };
  const { accessToken } = await newSession(baseUrl, person);
  colleagues.set(role, accessToken);
  return accessToken;
}
