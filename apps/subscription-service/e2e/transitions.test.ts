import { join } from 'node:path';
import { createClient } from '@rapport/http-contract/client';
import {
  callersEvents,
  isGoing,
  lifecycleStates,
  lifecycleSteps,
  ownersEvents,
  subscriptionStatuses,
  subscriptionSteps,
} from '@rapport/kinds';
import { ownerContract } from '@rapport/subscription-contract';
import { done, newEmail, newName, newSession, operatorClient, RunningPlatform } from '@rapport/testbed';
import { afterAll, describe, expect, inject, test } from 'vitest';

const { baseUrl, stateFolder, operatorUrl, operatorCredential } = inject('platform');
const access = { url: operatorUrl, credential: operatorCredential };
const platform = new RunningPlatform({ baseUrl, stateFolder, dataDir: join(stateFolder, 'data'), access });
const operator = operatorClient(access);

type Event = Exclude<keyof typeof callersEvents, 'delete'>;
type Owner = ReturnType<typeof ownerWith>;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Company {
  readonly tenantId: string;
  readonly invoiceId: string;
  readonly owner: Owner;
}

interface Way {
  readonly event: Event;
  readonly by: 'operator' | 'owner';
  readonly call: (company: Company) => Promise<Answer>;
}

/** Every way into the table of transitions. */
const ways: Readonly<Record<string, Way>> = {
  'POST operator suspend': byOperator('suspend', (params) => operator.suspendTenant({ params })),
  'POST operator resume': byOperator('resume', (params) => operator.resumeTenant({ params })),
  'POST operator retry': byOperator('retry', (params) => operator.retryTenant({ params })),
  'POST operator cancel': byOperator('cancel', (params) => operator.cancelSubscription({ params, body: {} })),
  'POST operator cancel now': byOperator('cancelNow', (params) =>
    operator.cancelSubscription({ params, body: { effective: 'now' } }),
  ),
  'POST operator reactivate': byOperator('reactivate', (params) =>
    operator.reactivateSubscription({ params, body: {} }),
  ),
  'PUT operator plan': byOperator('changePlan', (params) =>
    operator.changePlan({ params, body: { planCode: 'free', effective: 'periodEnd' } }),
  ),
  'PATCH operator subscription': byOperator('changeSubscription', (params) =>
    operator.changeSubscription({ params, body: { billing: 'none' } }),
  ),
  'PATCH operator entitlements': byOperator('changeSubscription', (params) =>
    operator.changeEntitlements({ params, body: { users: 100 } }),
  ),
  'POST operator paid': byOperator('settleInvoice', (params) => operator.payInvoice({ params })),
  'POST operator void': byOperator('settleInvoice', (params) => operator.voidInvoice({ params })),
  'PATCH operator invoice': byOperator('settleInvoice', (params) =>
    operator.changeInvoice({ params, body: { dueOnUtc: '2099-01-01T00:00:00Z' } }),
  ),
  'POST cancel': byOwner('cancel', (owner, params) => owner.cancelOwnSubscription({ params, body: {} })),
  'POST cancel now': byOwner('cancelNow', (owner, params) =>
    owner.cancelOwnSubscription({ params, body: { effective: 'now' } }),
  ),
  'POST reactivate': byOwner('reactivate', (owner, params) => owner.reactivateOwnSubscription({ params, body: {} })),
  'PUT plan': byOwner('changePlan', (owner, params) =>
    owner.chooseOwnPlan({ params, body: { planCode: 'free', effective: 'periodEnd' } }),
  ),
};

const standings = lifecycleStates.flatMap((lifecycle) => subscriptionStatuses.map((status) => ({ lifecycle, status })));
type Standing = (typeof standings)[number];

const control = await platform.connect('administrator of control');
const company = await newCompany();
afterAll(() => control.end());

test('every event of callers has a way in, and each of the owners has two', () => {
  const events = (by: Way['by']) => new Set(Object.values(ways).flatMap((way) => (way.by === by ? way.event : [])));
  // The end of a tenant is played with a tenant of its own.
  expect(events('operator')).toEqual(new Set(Object.keys(callersEvents).filter((event) => event !== 'delete')));
  expect(events('owner')).toEqual(new Set(ownersEvents));
});

describe.each(Object.entries(ways))('%s', (_, { event, by, call }) => {
  // No owner gets in where the tenant goes.
  test.each(standings.filter(({ lifecycle }) => by === 'operator' || !isGoing(lifecycle)))(
    'while it is $lifecycle and $status',
    async (standing) => {
      const { lifecycle, status } = standing;
      await bringTo(standing);
      const before = await rows();
      const answer = await call(company);
      const life = lifecycleSteps[event][lifecycle];
      const next = subscriptionSteps[event][status];
      const isClosed = by === 'owner' && event === 'changePlan' && lifecycle === 'suspended' && status !== 'ended';
      if (life === undefined || next === undefined || isClosed) {
        expect(codeOf(answer)).toBe(isClosed ? '403 subscription_required' : '409 invalid_transition');
        expectOwnWays(by, answer);
        expect(await rows()).toEqual(before);
        return;
      }
      expect(codeOf(answer)).toBe('200');
      const isPaid = event === 'settleInvoice' && (status === 'pastDue' || status === 'unpaid');
      const after = await rows();
      expect(after).toMatchObject({ state: life, status: isPaid ? 'active' : next });
      // Once more it is there already.
      expect(codeOf(await call(company))).toBe('200');
      expect(await rows()).toEqual(after);
    },
  );
});

describe.each([
  ['an operator', () => operator.changePlan({ params: company, body: { planCode: 'free' } })],
  ['an owner', () => company.owner.chooseOwnPlan({ params: company, body: { planCode: 'free' } })],
] as const)('a plan without price, chosen by %s', (_, call) => {
  test.each(subscriptionStatuses)('leads from %s to where the table says', async (status) => {
    await bringTo({ lifecycle: 'active', status });
    const answer = await call();
    const next = subscriptionSteps.planWithoutPrice[status] ?? subscriptionSteps.changePlan[status];
    expect(codeOf(answer)).toBe(next === undefined ? '409 invalid_transition' : '200');
    expect(await rows()).toMatchObject({ status: next ?? status });
  });
});

test.each([
  ['an operator', () => operator.reactivateSubscription({ params: company, body: {} })],
  ['an owner', () => company.owner.reactivateOwnSubscription({ params: company, body: {} })],
] as const)('who owes is unpaid where %s reactivates', async (_, call) => {
  await bringTo({ lifecycle: 'active', status: 'ended' });
  await control.query(`update control.invoice set due_on = now() - interval '1 day' where id = $1`, [
    company.invoiceId,
  ]);
  await control.query(`update control.subscription set first_due = now() - interval '1 day' where tenant_id = $1`, [
    company.tenantId,
  ]);
  expect(codeOf(await call())).toBe('200');
  expect(await rows()).toMatchObject({ status: subscriptionSteps.reactivateOwing.ended });
  expect(codeOf(await operator.voidInvoice({ params: company }))).toBe('200');
  expect(await rows()).toMatchObject({ status: 'active', past_due_since: null });
});

test('a tenant that is not there is a 404 for each way of operators', async () => {
  const unknown = { ...company, tenantId: '01890000-0000-7000-8000-000000000000' };
  for (const [name, { by, call }] of Object.entries(ways)) {
    if (by === 'operator') {
      expect(codeOf(await call(unknown)), name).toBe('404 not_found');
    }
  }
});

function byOperator(
  event: Event,
  call: (params: { readonly tenantId: string; readonly invoiceId: string }) => Promise<Answer>,
): Way {
  return { event, by: 'operator', call: ({ tenantId, invoiceId }) => call({ tenantId, invoiceId }) };
}

function byOwner(event: Event, call: (owner: Owner, params: { readonly tenantId: string }) => Promise<Answer>): Way {
  return { event, by: 'owner', call: ({ owner, tenantId }) => call(owner, { tenantId }) };
}

function codeOf({ status, body }: Answer): string {
  return status < 300 ? `${status}` : `${status} ${(body as { code: string }).code}`;
}

/** A refusal names no act of operators to an owner. */
function expectOwnWays(by: Way['by'], { body }: Answer): void {
  const { detail } = body as { detail: string };
  const [, named] = /; possible are: (.*)\.$/.exec(detail) ?? [];
  const events = by === 'owner' ? ownersEvents : (Object.keys(callersEvents) as Event[]);
  const words = events.map((event) => callersEvents[event] as string);
  expect((named?.split(', ') ?? []).filter((word) => !words.includes(word))).toEqual([]);
  expect(detail).toMatch(/^The (tenant is .+; .+|operator of the CRM has suspended .+)\.$/);
}

async function newCompany(): Promise<Company> {
  const email = newEmail();
  const body = { organisationName: newName(), ownerEmail: email, billing: 'manual' } as const;
  const { tenantId, owner } = done(await operator.createTenant({ body }), 201);
  const [invoice] = done(await operator.listInvoices({ params: { tenantId } }), 200).invoices;
  const person = { email, password: owner.password ?? '' };
  const { accessToken } = await newSession(baseUrl, person);
  return { tenantId, invoiceId: invoice?.invoiceId ?? '', owner: ownerWith(accessToken) };
}

function ownerWith(token: string) {
  return createClient(ownerContract, { baseUrl, headers: () => ({ authorization: `Bearer ${token}` }) });
}

/** No call leads to some of the states, so control is written. What belongs to a state is there, and nothing is due. */
async function bringTo({ lifecycle, status }: Standing): Promise<void> {
  const { tenantId, invoiceId } = company;
  const owes = status === 'pastDue' || status === 'unpaid';
  await control.query('begin');
  await control.query(otherInvoices, [tenantId, invoiceId]);
  await control.query(openInvoice, [invoiceId, owes ? '-1 day' : '10 days']);
  await control.query(tenantIs, [tenantId, lifecycle]);
  await control.query(subscriptionIs, [tenantId, status, owes ? '-1 day' : '10 days']);
  await control.query('commit');
}

async function rows(): Promise<unknown> {
  const found = await control.query<{ rows: object }>(
    `select to_jsonb(subscription) || to_jsonb(tenant) as rows
    from control.tenant join control.subscription on subscription.tenant_id = tenant.id
    where tenant.id = $1`,
    [company.tenantId],
  );
  return found.rows[0]?.rows;
}

const otherInvoices = `update control.invoice set status = 'void', paid_on = null where tenant_id = $1 and id <> $2`;

const openInvoice = `update control.invoice set status = 'open', paid_on = null, due_on = now() + $2::interval where id = $1`;

const tenantIs = `update control.tenant set state = $2, is_unverified = false, verify_by = null, overrides = '{}',
  version = control.next_version(version)
where id = $1`;

const subscriptionIs = `update control.subscription set status = $2, plan_code = 'professional', pending_plan_code = null,
  billing = 'manual', period_began = now() - interval '10 days', first_day = now() + interval '20 days',
  period_ends = now() + interval '20 days', cancels_on = null, remind_on = null, first_due = now() + $3::interval,
  trial_ends = case when $2 = 'trialing' then now() + interval '20 days' end,
  past_due_since = case when $2 in ('pastDue', 'unpaid') then now() - interval '1 day' end,
  suspends_on = case when $2 = 'pastDue' then now() + interval '13 days' end
where tenant_id = $1`;
