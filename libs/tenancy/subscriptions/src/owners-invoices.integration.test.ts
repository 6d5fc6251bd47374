import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { describe, expect, test } from 'vitest';
import { DueSubscriptions } from './due-subscriptions.ts';
import { Subscriptions } from './subscriptions.ts';
import { addPlan } from './testing/add-plan.ts';
import { bindSubscriptions } from './testing/bind-subscriptions.ts';
import { periodEnding, SubscribedTenant, trialEnding } from './testing/subscribed-tenant.ts';

const stage = await Stage.ofFile(bindSubscriptions);
const due = stage.running.get(DueSubscriptions);
const subscriptions = stage.running.get(Subscriptions);
await addPlan(stage.asOwner, { code: 'small', price: 10, users: 50 });
await addPlan(stage.asOwner, { code: 'big', price: 90, users: 50 });

describe('while no owner is verified', () => {
  test('an act of an owner that would issue an invoice is refused, and one that issues none passes', async () => {
    const tenant = await subscribed({ plan_code: 'free', billing: 'manual', verify_by: '5 days' });
    const refused = { code: 'email_unverified', message: expect.stringContaining('verification-mail') as string };
    await expect(choose(tenant, 'big')).rejects.toMatchObject(refused);
    await subscriptions.cancel(tenant.owner, tenant.id, 'now');
    await expect(subscriptions.reactivate(tenant.owner, tenant.id, 'small')).rejects.toMatchObject(refused);
    await subscriptions.reactivate(tenant.owner, tenant.id);
    await subscriptions.changePlan(tenant.owner, tenant.id, { planCode: 'big', effective: 'periodEnd' });
    expect(await tenant.rows()).toMatchObject({ plan_code: 'free', pending_plan_code: 'big', status: 'active' });
    expect(await subscriptions.invoices(operator, tenant.id)).toEqual([]);
    await tenant.set({ verify_by: null });
    await choose(tenant, 'big');
    expect(await subscriptions.invoices(operator, tenant.id)).toMatchObject([{ amount: 90 }]);
  });

  test('a trial that ends is the end of the subscription, which a verified owner begins again', async () => {
    const tenant = await SubscribedTenant.create(stage.asOwner, { ...trialEnding('-1 second'), verify_by: '5 days' });
    const unbilled = await subscribed({ ...trialEnding('-1 second'), billing: 'none', verify_by: '5 days' });
    await due.round(operator);
    expect(await tenant.rows()).toMatchObject({ status: 'ended', first_due: null, remind_on: null });
    expect(await tenant.events()).toEqual(['subscription.trialEnded', 'subscription.ended']);
    expect((await unbilled.rows()).status).toBe('active');
    await tenant.set({ verify_by: null });
    await subscriptions.reactivate(tenant.owner, tenant.id);
    expect(await subscriptions.invoices(operator, tenant.id)).toMatchObject([{ amount: 49 }]);
  });

  test('no period is invoiced, also not later', async () => {
    const tenant = await subscribed({ plan_code: 'small', billing: 'manual', verify_by: '5 days' });
    await tenant.set(periodEnding('-1 second'));
    await due.round(operator);
    await subscriptions.changePlan(operator, tenant.id, { planCode: 'big' });
    expect(await subscriptions.invoices(operator, tenant.id)).toEqual([]);
    await tenant.set({ verify_by: null, ...periodEnding('-1 second') });
    await due.round(operator);
    expect(await subscriptions.invoices(operator, tenant.id)).toMatchObject([{ amount: 90 }]);
  });
});

test('owners begin five invoiced periods in a day, and operators as many as they like', async () => {
  const tenant = await subscribed({ plan_code: 'small', billing: 'manual' });
  for (let begun = 0; begun < 5; begun += 1) {
    await choose(tenant, 'big');
    await choose(tenant, 'small');
  }
  const invoices = await subscriptions.invoices(operator, tenant.id);
  expect(invoices).toHaveLength(5);
  await expect(choose(tenant, 'big')).rejects.toMatchObject({
    code: 'rate_limited',
    headers: { 'retry-after': expect.stringMatching(/^86[34]\d\d$/) as string },
  });
  await subscriptions.cancel(tenant.owner, tenant.id, 'now');
  await expect(subscriptions.reactivate(tenant.owner, tenant.id)).rejects.toMatchObject({ code: 'rate_limited' });
  await subscriptions.reactivate(operator, tenant.id);
  await subscriptions.changePlan(operator, tenant.id, { planCode: 'big' });
  await subscriptions.changePlan(operator, tenant.id, { planCode: 'small', effective: 'now' });
  expect(await subscriptions.invoices(operator, tenant.id)).toHaveLength(7);
  await stage.asOwner.control.query(operator, dayLater.with({ invoiceId: invoices.at(-1)?.invoiceId }));
  await choose(tenant, 'big');
  await choose(tenant, 'small');
  await expect(choose(tenant, 'big')).rejects.toMatchObject({ code: 'rate_limited' });
});

describe('a plan that operators give', () => {
  test('an owner does not take it again once it has ended, but another one', async () => {
    const tenant = await subscribed({ plan_code: 'enterprise', billing: 'manual' });
    await subscriptions.cancel(operator, tenant.id, 'now');
    await expect(subscriptions.reactivate(tenant.owner, tenant.id)).rejects.toMatchObject({
      errors: { planCode: [expect.stringContaining('operator')] },
    });
    await subscriptions.reactivate(operator, tenant.id);
    expect(await tenant.rows()).toMatchObject({ status: 'active', plan_code: 'enterprise' });
    await subscriptions.cancel(operator, tenant.id, 'now');
    await subscriptions.reactivate(tenant.owner, tenant.id, 'small');
    expect(await tenant.rows()).toMatchObject({ status: 'active', plan_code: 'small' });
  });

  test('an owner chooses it to take back a change that waits', async () => {
    const tenant = await subscribed({ plan_code: 'enterprise', billing: 'manual' });
    await subscriptions.changePlan(tenant.owner, tenant.id, { planCode: 'small' });
    expect((await tenant.rows()).pending_plan_code).toBe('small');
    await subscriptions.changePlan(tenant.owner, tenant.id, { planCode: 'enterprise' });
    expect((await tenant.rows()).pending_plan_code).toBeNull();
  });

  test('what a tenant has of its own goes with no other plan that an owner chooses', async () => {
    const tenant = await subscribed({ plan_code: 'small', billing: 'manual', overrides: { users: 100 } });
    const refused = { code: 'invalid_transition', message: expect.stringContaining('ask the operator') as string };
    await expect(choose(tenant, 'free')).rejects.toMatchObject(refused);
    await choose(tenant, 'small');
    await subscriptions.cancel(tenant.owner, tenant.id, 'now');
    await expect(subscriptions.reactivate(tenant.owner, tenant.id, 'free')).rejects.toMatchObject(refused);
    await subscriptions.reactivate(tenant.owner, tenant.id, 'small');
    expect(await tenant.rows()).toMatchObject({ status: 'active', plan_code: 'small' });
  });

  test('without billing an owner chooses none with a price, and takes again the one that it has', async () => {
    const [free, small] = [await subscribed({ plan_code: 'free' }), await subscribed({ plan_code: 'small' })];
    const refused = { code: 'invalid_transition', message: expect.stringContaining('ask the operator') as string };
    await expect(choose(free, 'small')).rejects.toMatchObject(refused);
    await subscriptions.cancel(free.owner, free.id, 'now');
    await expect(subscriptions.reactivate(free.owner, free.id, 'small')).rejects.toMatchObject(refused);
    await subscriptions.cancel(small.owner, small.id, 'now');
    await subscriptions.reactivate(small.owner, small.id);
    expect(await small.rows()).toMatchObject({ status: 'active', plan_code: 'small' });
  });
});

test('an open invoice is listed before any number of others', async () => {
  const tenant = await subscribed({ billing: 'manual' });
  const open = await tenant.insertInvoice('20 days');
  await stage.asOwner.control.query(operator, insertPaid.with({ tenantId: tenant.id }));
  const newer = await tenant.insertInvoice('20 days');
  const listed = await subscriptions.invoices(tenant.owner, tenant.id);
  expect(listed).toHaveLength(200);
  expect(listed.slice(0, 2).map(({ invoiceId }) => invoiceId)).toEqual([newer, open]);
  const numbers = listed.slice(2).map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
});

function choose(tenant: SubscribedTenant, planCode: string): Promise<void> {
  return subscriptions.changePlan(tenant.owner, tenant.id, { planCode, effective: 'now' });
}

/** A tenant within its period. */
function subscribed(columns: Readonly<Record<string, unknown>>): Promise<SubscribedTenant> {
  return SubscribedTenant.create(stage.asOwner, { period_ends: '20 days', ...columns });
}

const dayLater = statement(
  't_day_later',
  `update control.audit set at = at - interval '1 day' where subject = :invoiceId::text`,
);

const insertPaid = statement(
  't_paid_invoices',
  `with counted as (update control.invoice_number set last = last + 250 returning last)
insert into control.invoice (id, number, tenant_id, status, amount, currency, period_from, period_to, issued_on, due_on, paid_on)
select gen_random_uuid(), last - 250 + series.at, :tenantId, 'paid', 49, 'EUR', now(), now(), now(), now(), now()
from counted, generate_series(1, 250) series(at)`,
);
