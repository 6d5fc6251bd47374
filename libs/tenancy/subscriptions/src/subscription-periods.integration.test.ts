import { operator, Stage } from '@rapport/container/testing';
import { describe, expect, test } from 'vitest';
import { Subscriptions } from './subscriptions.ts';
import { addPlan } from './testing/add-plan.ts';
import { bindSubscriptions } from './testing/bind-subscriptions.ts';
import { SubscribedTenant, trialEnding } from './testing/subscribed-tenant.ts';

const stage = await Stage.ofFile(bindSubscriptions);
const subscriptions = stage.running.get(Subscriptions);
await addPlan(stage.asOwner, { code: 'small', price: 10, users: 5 });
await addPlan(stage.asOwner, { code: 'big', price: 90, users: 50 });

describe('the end of a period', () => {
  test('what is planned for it moves with it', async () => {
    const tenant = await subscribed({ plan_code: 'small' });
    await subscriptions.cancel(operator, tenant.id);
    const ends = Date.now() + 40 * dayMs;
    await subscriptions.change(operator, tenant.id, { periodEnds: ends });
    let rows = await tenant.rows();
    expect([rows.period_ends, rows.cancels_on].map((text) => Date.parse(text ?? ''))).toEqual([ends, ends]);
    await subscriptions.changePlan(operator, tenant.id, { planCode: 'big', effective: 'now' });
    rows = await tenant.rows();
    expect(rows.cancels_on).toBe(rows.period_ends);
    expect(Date.parse(rows.period_ends)).not.toBe(ends);
    await subscriptions.reactivate(operator, tenant.id);
    expect(await tenant.rows()).toMatchObject({ cancels_on: null, status: 'active' });
    await expect(subscriptions.reactivate(operator, tenant.id, 'small')).rejects.toMatchObject(invalid);
  });

  test('a moved end is the first day of the months behind it, and one that has passed falls due at once', async () => {
    const tenant = await subscribed({ billing: 'manual', period_began: '-25 days' });
    const ends = Date.now() - dayMs;
    await subscriptions.change(operator, tenant.id, { periodEnds: ends });
    const rows = await tenant.rows();
    expect(Date.parse(rows.period_began)).toBe(ends);
    expect(await tenant.events()).toEqual(['subscription.changed', 'invoice.issued']);
  });

  test('one that has come is not moved there again, so its period is invoiced once', async () => {
    const tenant = await subscribed({ billing: 'manual', period_began: '-25 days' });
    const trial = await SubscribedTenant.create(stage.asOwner, trialEnding('5 days'));
    const wanted = { periodEnds: Date.now() - dayMs };
    await subscriptions.change(operator, tenant.id, wanted);
    await subscriptions.change(operator, trial.id, { trialEnds: wanted.periodEnds });
    const [rows, tried] = [await tenant.rows(), await trial.rows()];
    await subscriptions.change(operator, tenant.id, wanted);
    await subscriptions.change(operator, trial.id, { trialEnds: wanted.periodEnds });
    expect([await tenant.rows(), await trial.rows()]).toEqual([rows, tried]);
    expect(await tenant.events()).toEqual(['subscription.changed', 'invoice.issued']);
    expect(await trial.events()).toEqual(['subscription.changed', 'subscription.trialEnded', 'invoice.issued']);
  });

  test('one before the period began is a 400, and each time that is not there a 409', async () => {
    const tenant = await subscribed({});
    const began = Date.parse((await tenant.rows()).period_began);
    await expect(subscriptions.change(operator, tenant.id, { periodEnds: began - 1 })).rejects.toMatchObject({
      errors: { periodEndsOnUtc: [expect.any(String)] },
    });
    for (const wanted of [{ trialEnds: began }, { verifyBy: began }, { suspendsOn: began }]) {
      await expect(subscriptions.change(operator, tenant.id, wanted)).rejects.toMatchObject(invalid);
    }
    await tenant.set({ status: 'ended' });
    await expect(subscriptions.change(operator, tenant.id, { periodEnds: began })).rejects.toMatchObject(invalid);
    expect(await tenant.events()).toEqual([]);
  });

  test('grace and the time to verify move, and nothing is written where they are so already', async () => {
    const grace = { status: 'pastDue', past_due_since: '-1 day', suspends_on: '13 days' };
    const tenant = await subscribed({ ...grace, verify_by: '1 day' });
    await tenant.insertInvoice('-1 day');
    const wanted = { suspendsOn: Date.now() + dayMs, verifyBy: Date.now() + 2 * dayMs };
    await subscriptions.change(operator, tenant.id, wanted);
    const rows = await tenant.rows();
    expect([rows.suspends_on, rows.verify_by].map((text) => Date.parse(text ?? ''))).toEqual(Object.values(wanted));
    await subscriptions.change(operator, tenant.id, wanted);
    expect(await tenant.rows()).toEqual(rows);
    await subscriptions.change(operator, tenant.id, { suspendsOn: Date.now() - 1, verifyBy: Date.now() - 1 });
    expect(await tenant.rows()).toMatchObject({ status: 'unpaid', is_unverified: true });
    expect(await tenant.events()).toEqual([
      ...['subscription.changed', 'subscription.changed', 'subscription.unpaid', 'tenant.suspended'],
    ]);
  });

  test('a change of billing holds from the next period on', async () => {
    const tenant = await subscribed({ plan_code: 'small' });
    await subscriptions.change(operator, tenant.id, { billing: 'manual' });
    expect(await subscriptions.invoices(operator, tenant.id)).toEqual([]);
    await tenant.set({ period_ends: '-1 second' });
    await subscriptions.suspend(operator, tenant.id);
    expect(await subscriptions.invoices(operator, tenant.id)).not.toEqual([]);
  });
});

function subscribed(columns: Readonly<Record<string, unknown>>): Promise<SubscribedTenant> {
  return SubscribedTenant.create(stage.asOwner, { period_ends: '20 days', ...columns });
}

const invalid = { code: 'invalid_transition' };
const dayMs = 86_400_000;
