import { done, newEmail, until } from '@rapport/testbed';
import { describe, expect, test } from 'vitest';
import { operator } from './operator.ts';

type Body = NonNullable<Parameters<typeof operator.createTenant>[0]>['body'];

async function newTenant(more: Partial<Body> = {}): Promise<{ tenantId: string }> {
  const body = { organisationName: 'A tenant', ownerEmail: newEmail(), billing: 'manual', ...more } as const;
  const { tenantId } = done(await operator.createTenant({ body }), 201);
  return { tenantId };
}

async function shown(tenantId: string) {
  return done(await operator.getTenant({ params: { tenantId } }), 200);
}

async function invoicesOf(tenantId: string) {
  return done(await operator.listInvoices({ params: { tenantId } }), 200).invoices;
}

test('a company that does not pay is past due, then suspended, and works again when it has paid', async () => {
  const params = await newTenant();
  const [invoice] = await invoicesOf(params.tenantId);
  expect(invoice).toMatchObject({ status: 'open', amount: 49, currency: 'EUR', paidOnUtc: null, url: null });
  const ofInvoice = { params: { ...params, invoiceId: invoice?.invoiceId ?? '' } };
  done(await operator.changeInvoice({ ...ofInvoice, body: { dueOnUtc: inMs(-1_000) } }), 200);
  expect(await shown(params.tenantId)).toMatchObject({ state: 'pastDue', suspendedFor: [] });
  done(await operator.changeSubscription({ params, body: { suspendsOnUtc: inMs(-1_000) } }), 200);
  expect(await shown(params.tenantId)).toMatchObject({ state: 'suspended', suspendedFor: ['unpaid'] });
  done(await operator.resumeTenant({ params }), 200);
  expect(await shown(params.tenantId)).toMatchObject({ state: 'pastDue' });
  done(await operator.payInvoice(ofInvoice), 200);
  done(await operator.payInvoice(ofInvoice), 200);
  expect(await shown(params.tenantId)).toMatchObject({
    ...{ state: 'active', subscription: { status: 'active', pastDueSinceUtc: null, suspendsOnUtc: null } },
  });
  expect(await operator.voidInvoice(ofInvoice)).toMatchObject({
    ...{ status: 409, body: { code: 'invalid_transition', detail: expect.stringContaining('paid') as string } },
  });
  expect(await operator.changeInvoice({ ...ofInvoice, body: { dueOnUtc: inMs(0) } })).toMatchObject({ status: 409 });
  expect(await invoicesOf(params.tenantId)).toMatchObject([
    { status: 'paid', paidOnUtc: expect.any(String) as string },
  ]);
});

test('what falls due happens without a call', async () => {
  const params = await newTenant({ billing: 'none' });
  done(await operator.changeSubscription({ params, body: { billing: 'manual', periodEndsOnUtc: inMs(1_500) } }), 200);
  expect(await invoicesOf(params.tenantId)).toEqual([]);
  await until(
    async () => (await invoicesOf(params.tenantId)).length === 1,
    waitMs,
    () => 'There is no invoice.',
  );
  const cancelled = await newTenant();
  done(await operator.changeSubscription({ params: cancelled, body: { periodEndsOnUtc: inMs(1_500) } }), 200);
  done(await operator.cancelSubscription({ params: cancelled, body: {} }), 200);
  const planned = await shown(cancelled.tenantId);
  expect(planned.subscription?.cancelsOnUtc).toBe(planned.subscription?.periodEndsOnUtc);
  await until(
    async () => (await shown(cancelled.tenantId)).state === 'cancelled',
    waitMs,
    () => 'It goes on.',
  );
  expect(await invoicesOf(cancelled.tenantId)).toHaveLength(1);
});

test('a subscription is cancelled and reactivated, also with another plan, and each may be repeated', async () => {
  const params = await newTenant();
  for (const [change, state, planCode] of [
    [() => operator.cancelSubscription({ params, body: { effective: 'now' } }), 'cancelled', 'professional'],
    [() => operator.reactivateSubscription({ params, body: { planCode: 'free' } }), 'active', 'free'],
    [() => operator.changePlan({ params, body: { planCode: 'enterprise' } }), 'active', 'enterprise'],
  ] as const) {
    const answers = [...(await Promise.all([change(), change(), change()])), await change()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await shown(params.tenantId)).toMatchObject({ state, subscription: { planCode } });
  }
  done(await operator.changePlan({ params, body: { planCode: 'free', effective: 'periodEnd' } }), 200);
  expect(await shown(params.tenantId)).toMatchObject({
    subscription: { planCode: 'enterprise', pendingPlanCode: 'free' },
  });
});

describe('a refusal', () => {
  test('names the state and what is possible where the change stands nowhere', async () => {
    const params = await newTenant();
    const notNow = [
      await operator.changeSubscription({ params, body: { trialEndsOnUtc: inMs(0) } }),
      await operator.changeSubscription({ params, body: { suspendsOnUtc: inMs(0) } }),
      await operator.changeSubscription({ params, body: { verifyByUtc: inMs(0) } }),
    ];
    done(await operator.cancelSubscription({ params, body: { effective: 'now' } }), 200);
    notNow.push(await operator.changePlan({ params, body: { planCode: 'free' } }));
    for (const answer of notNow) {
      expect(answer).toMatchObject({
        status: 409,
        body: {
          code: 'invalid_transition',
          detail: expect.stringMatching(/^The tenant is (active|cancelled).*; possible are: .*reactivate/) as string,
        },
      });
    }
  });

  test.each([
    ['effective', { body: { effective: 'later' } }],
    ['nonsense', { body: { nonsense: 1 } }],
  ])('of a wrong cancellation names %s', async (name, { body }) => {
    const params = await newTenant();
    const answer = await operator.cancelSubscription({ params, body: body });
    expect(answer).toMatchObject({ status: 400, body: { errors: { [name]: [expect.any(String)] } } });
  });

  test.each([
    ['billing', { billing: 'stripe' }],
    ['periodEndsOnUtc', { periodEndsOnUtc: 'tomorrow' }],
    ['periodEndsOnUtc', { periodEndsOnUtc: '2020-01-01T00:00:00Z' }],
    ['periodEndsOnUtc', { periodEndsOnUtc: '2201-01-01T00:00:00Z' }],
    ['periodEndsOnUtc', { periodEndsOnUtc: '9999-12-31T23:59:59Z' }],
    ['trialEndsOnUtc', { trialEndsOnUtc: '1999-12-31T23:59:59.999999Z' }],
    ['verifyByUtc', { verifyByUtc: '9999-12-31T23:59:59Z' }],
    ['suspendsOnUtc', { suspendsOnUtc: '9999-12-31T23:59:59Z' }],
    ['periodEndsOnUtc', { periodEndsOnUtc: '2036-01-01T00:00:00Z', trialEndsOnUtc: '2036-01-01T00:00:00Z' }],
    ['nonsense', { nonsense: 1 }],
  ])('of a wrong change of a subscription names %s', async (name, body) => {
    const params = await newTenant();
    const answer = await operator.changeSubscription({ params, body: body });
    expect(answer).toMatchObject({ status: 400, body: { errors: { [name]: [expect.any(String)] } } });
  });

  test('of an invoice that the tenant does not have is a 404', async () => {
    const [params, { tenantId: other }] = [await newTenant(), await newTenant()];
    const invoiceId = (await invoicesOf(other))[0]?.invoiceId ?? '';
    const ofInvoice = { params: { ...params, invoiceId } };
    for (const answer of [
      await operator.payInvoice(ofInvoice),
      await operator.voidInvoice(ofInvoice),
      await operator.changeInvoice({ ...ofInvoice, body: { dueOnUtc: inMs(0) } }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect(await operator.changeInvoice({ ...ofInvoice, body: {} })).toMatchObject({
      ...{ status: 400, body: { errors: { dueOnUtc: ['This is required; send it.'] } } },
    });
    expect(await operator.changeInvoice({ ...ofInvoice, body: { dueOnUtc: '9999-12-31T00:00:00Z' } })).toMatchObject({
      ...{ status: 400, body: { errors: { dueOnUtc: ['This must be in the years 2000 to 2200.'] } } },
    });
  });
});

const waitMs = 10_000;

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
