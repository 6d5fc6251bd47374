import { done, newEmail } from '@rapport/testbed';
import { expect, inject, test } from 'vitest';
import { asOperator, operator, operatorWith } from './operator.ts';

const { operatorUrl } = inject('platform');

function operatorSaying(reason: string) {
  return operatorWith({ ...asOperator, 'rapport-reason': reason });
}

test("each change is in its tenant's audit with the operator, the reason and the trace, newest first", async () => {
  const because = operatorSaying(encodeURIComponent('Kündigung №7'));
  const { tenantId, owner } = done(await because.createTenant({ body: aTenant() }), 201);
  const params = { tenantId };
  done(await because.createTeam({ params, body: { name: 'A team' } }), 201);
  const field = { module: 'customers' as const, key: 'region', label: 'Region', fieldType: 'text' as const };
  done(await because.createCustomField({ params, body: field }), 201);
  const suspended = await because.suspendTenant({ params });
  done(await operator.createUser({ params, body: { email: newEmail(), name: 'x' } }), 201);
  const { data } = done(await operator.listTenantAudit({ params }), 200);
  expect(data.map(({ event, reason }) => [event, reason])).toEqual([
    ['user.created', null],
    ['tenant.suspended', 'Kündigung №7'],
    ['customField.created', 'Kündigung №7'],
    ['team.created', 'Kündigung №7'],
    ['tenant.created', 'Kündigung №7'],
    ['user.created', 'Kündigung №7'],
  ]);
  const trace = /^00-([0-9a-f]{32})-/.exec(suspended.headers.get('traceresponse') ?? '')?.[1];
  expect(data[1]).toMatchObject({ tenantId, subject: tenantId, traceId: trace });
  expect(data.every(({ actor }) => actor === data[0]?.actor)).toBe(true);
  expect(data[0]?.actor).toMatch(/^operator:/);
  expect(data.at(-1)).toMatchObject({ subject: owner.userId });
});

test('the audit of all tenants is found by tenant, actor, event and time, a page at a time', async () => {
  const begun = new Date(Date.now() - 1_000).toISOString();
  const { tenantId } = done(await operator.createTenant({ body: aTenant() }), 201);
  const events = async (query: Record<string, string>) => {
    const page = done(await operator.listAudit({ query: { tenantId, ...query } }), 200);
    return page.data.map(({ event }) => event);
  };
  expect(await events({})).toEqual(['tenant.created', 'user.created']);
  expect(await events({ event: 'user.created' })).toEqual(['user.created']);
  expect(await events({ from: begun })).toEqual(['tenant.created', 'user.created']);
  expect(await events({ to: begun })).toEqual([]);
  expect(await events({ actor: 'system' })).toEqual([]);
  const first = done(await operator.listAudit({ query: { tenantId, pageSize: 1 } }), 200);
  expect(first).toMatchObject({ data: [{ event: 'tenant.created' }], hasMore: true });
  const cursor = first.nextCursor ?? '';
  const second = done(await operator.listAudit({ query: { tenantId, pageSize: 1, cursor } }), 200);
  expect(second).toMatchObject({ data: [{ event: 'user.created' }], hasMore: false, nextCursor: null });
  expect(await operator.listAudit({ query: { cursor } })).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
});

test('a change of the platform is in the audit without a tenant', async () => {
  const because = operatorSaying('a rehearsal');
  const { plans } = done(await operator.listPlans({}), 200);
  const plan = { ...(plans[0] ?? expect.fail('there is no plan')), code: `plan-${Date.now()}` };
  done(await because.putPlan({ params: { code: plan.code }, body: plan }), 200);
  const { data } = done(await operator.listAudit({ query: { event: 'plan.changed', pageSize: 200 } }), 200);
  expect(data.find(({ subject }) => subject === plan.code)).toMatchObject({ tenantId: null, reason: 'a rehearsal' });
});

test.each(['%FC', 'x'.repeat(501), '%E2%82'])('the reason %s is a 400, before anything is done', async (reason) => {
  const { tenantId } = done(await operator.createTenant({ body: aTenant() }), 201);
  const refused = await operatorSaying(reason).suspendTenant({ params: { tenantId } });
  expect(refused).toMatchObject({ status: 400, body: { errors: { 'Rapport-Reason': [expect.any(String)] } } });
  expect(done(await operator.getTenant({ params: { tenantId } }), 200).state).toBe('active');
  expect((await operatorSaying(reason).getTenant({ params: { tenantId } })).status).toBe(200);
});

test.each([
  ['audit?from=yesterday', 'from'],
  ['audit?tenantId=x', 'tenantId'],
  ['audit?pageSize=all', 'pageSize'],
  ['audit?event=', 'event'],
  ['usage', 'day'],
  ['usage?day=2026-02-30', 'day'],
  ['usage?day=2026-02-01&after=x', 'after'],
])('GET %s is a 400 that names the parameter', async (address, parameter) => {
  const answer = await fetch(`${operatorUrl}/subscription/v1/operator/${address}`, { headers: asOperator });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: { [parameter]: [expect.any(String)] } });
});

test('the usage of a day has every tenant that was there, in the order of their ids, a page at a time', async () => {
  const { tenantId: first } = done(await operator.createTenant({ body: aTenant() }), 201);
  const { tenantId: second } = done(await operator.createTenant({ body: aTenant() }), 201);
  const day = new Date().toISOString().slice(0, 10);
  const after = async (id: string, pageSize: number) =>
    done(await operator.listUsageOfDay({ query: { day, after: id, pageSize } }), 200).usage;
  const found = await after(first, 200);
  const ids = found.map(({ tenantId }) => tenantId);
  expect(ids).toEqual(ids.toSorted());
  expect(ids).not.toContain(first);
  expect(found.find(({ tenantId }) => tenantId === second)).toMatchObject({ day, requests: 0, users: 1, records: 0 });
  expect((await after(first, 1)).map(({ tenantId }) => tenantId)).toEqual(ids.slice(0, 1));
  expect(done(await operator.listUsageOfDay({ query: { day: '2026-01-01' } }), 200)).toEqual({ usage: [] });
  expect(done(await operator.listUsageOfDay({ query: { day: '9999-01-01' } }), 200)).toEqual({ usage: [] });
});

function aTenant() {
  return { organisationName: 'A tenant', ownerEmail: newEmail() };
}
