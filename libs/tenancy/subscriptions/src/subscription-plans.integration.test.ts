import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { hasDied, mortalDatabase, Mortality } from '@rapport/database/testing';
import { describe, expect, test } from 'vitest';
import { Subscriptions } from './subscriptions.ts';
import { EntitlementService } from './tenant-entitlements.ts';
import { addPlan } from './testing/add-plan.ts';
import { bindSubscriptions } from './testing/bind-subscriptions.ts';
import { SubscribedTenant } from './testing/subscribed-tenant.ts';

const stage = await Stage.ofFile(bindSubscriptions);
const subscriptions = stage.running.get(Subscriptions);
await addPlan(stage.asOwner, { code: 'small', price: 10, users: 5 });
await addPlan(stage.asOwner, { code: 'big', price: 90, users: 50 });

describe('an owner chooses a plan', () => {
  test('where no entitlement shrinks it holds at once, and a dearer one begins a period with its invoice', async () => {
    const tenant = await subscribed({ plan_code: 'small', billing: 'manual' });
    const before = await tenant.rows();
    await subscriptions.changePlan(tenant.owner, tenant.id, { planCode: 'big' });
    const after = await tenant.rows();
    expect(after).toMatchObject({ plan_code: 'big', pending_plan_code: null, status: 'active' });
    expect(Date.parse(after.period_began)).toBeGreaterThan(Date.parse(before.period_began));
    expect(await tenant.events()).toEqual(['subscription.planChanged', 'invoice.issued']);
    expect(await subscriptions.invoices(tenant.owner, tenant.id)).toMatchObject([{ amount: 90 }]);
    expect(after.version).toBeGreaterThan(before.version);
  });

  test('where one shrinks it waits for the end of the period; the next choice replaces it, and the present plan takes it back', async () => {
    const tenant = await subscribed({ plan_code: 'big', billing: 'manual' });
    const before = await tenant.rows();
    const waiting = { small: 'small', free: 'free', big: null };
    for (const planCode of ['small', 'small', 'free', 'big', 'big'] as const) {
      await subscriptions.changePlan(tenant.owner, tenant.id, { planCode });
      expect(await tenant.rows()).toMatchObject({ plan_code: 'big', pending_plan_code: waiting[planCode] });
    }
    expect(await tenant.events()).toEqual([
      ...['subscription.planPlanned', 'subscription.planPlanned', 'subscription.changed'],
    ]);
    expect(await tenant.rows()).toMatchObject({ period_began: before.period_began, period_ends: before.period_ends });
  });

  test('what the tenant has of its own shrinks with no plan', async () => {
    const tenant = await subscribed({ plan_code: 'big', overrides: { users: 100 } });
    await subscriptions.changePlan(operator, tenant.id, { planCode: 'small' });
    expect(await tenant.rows()).toMatchObject({ plan_code: 'small', pending_plan_code: null });
  });

  test('a cheaper one that is wanted now holds now, in the same period and without an invoice', async () => {
    const tenant = await subscribed({ plan_code: 'big', billing: 'manual' });
    const { period_began } = await tenant.rows();
    await subscriptions.changePlan(tenant.owner, tenant.id, { planCode: 'small', effective: 'now' });
    expect(await tenant.rows()).toMatchObject({ plan_code: 'small', period_began, first_due: null });
  });

  test('in a trial it holds now and the end stays; one without price ends the trial', async () => {
    const tenant = await subscribed({ status: 'trialing', plan_code: 'big', billing: 'manual' });
    const { period_ends } = await tenant.rows();
    await subscriptions.changePlan(tenant.owner, tenant.id, { planCode: 'small' });
    expect(await tenant.rows()).toMatchObject({ plan_code: 'small', status: 'trialing', trial_ends: period_ends });
    await subscriptions.changePlan(tenant.owner, tenant.id, { planCode: 'free' });
    const after = await tenant.rows();
    expect(after).toMatchObject({ plan_code: 'free', status: 'active', trial_ends: after.period_began });
    expect(after).toMatchObject({ remind_on: null, first_due: null });
  });

  test.each(['enterprise', 'unknown'])('the plan %s is a 400 at planCode that changes nothing', async (planCode) => {
    const tenant = await subscribed({});
    const refused = { code: 'validation_failed', errors: { planCode: [expect.any(String)] } };
    await expect(subscriptions.changePlan(tenant.owner, tenant.id, { planCode })).rejects.toMatchObject(refused);
    await tenant.set({ state: 'suspended' });
    await expect(subscriptions.changePlan(tenant.owner, tenant.id, { planCode })).rejects.toMatchObject(closed);
    await tenant.set({ state: 'provisioning' });
    await expect(subscriptions.reactivate(tenant.owner, tenant.id, planCode)).rejects.toMatchObject(refused);
    await tenant.set({ state: 'active', status: 'ended' });
    await expect(subscriptions.reactivate(tenant.owner, tenant.id, planCode)).rejects.toMatchObject(refused);
    await expect(subscriptions.changePlan(tenant.owner, tenant.id, { planCode })).rejects.toMatchObject(refused);
    expect(await tenant.events()).toEqual([]);
  });
});

test('an ended subscription begins again with its plan or another one, in a new period and without a second trial', async () => {
  const tenant = await subscribed({ plan_code: 'small', billing: 'manual', status: 'trialing' });
  await subscriptions.cancel(tenant.owner, tenant.id, 'now');
  expect(await tenant.rows()).toMatchObject({ status: 'ended', remind_on: null });
  await subscriptions.reactivate(tenant.owner, tenant.id);
  expect(await tenant.rows()).toMatchObject({ status: 'active', plan_code: 'small' });
  await subscriptions.cancel(tenant.owner, tenant.id, 'now');
  await subscriptions.reactivate(tenant.owner, tenant.id, 'big');
  expect(await tenant.rows()).toMatchObject({ status: 'active', plan_code: 'big' });
  expect((await subscriptions.invoices(operator, tenant.id)).map(({ amount }) => amount)).toEqual([90, 10]);
});

test('changes of one tenant at once come one after the other, and none is lost', async () => {
  const tenant = await subscribed({ plan_code: 'small' });
  const [one, other] = [stage.running, stage.processes.start(stage.service)];
  await Promise.all([
    ...['big', 'free', 'big', 'free', 'big'].map((planCode, at) =>
      (at % 2 === 0 ? one : other).get(Subscriptions).changePlan(operator, tenant.id, { planCode, effective: 'now' }),
    ),
    one.get(EntitlementService).change(operator, tenant.id, { set: { users: 7 }, inherit: [] }),
    other.get(EntitlementService).change(operator, tenant.id, { set: { records: 7 }, inherit: [] }),
  ]);
  expect(await tenant.rows()).toMatchObject({ overrides: { users: 7, records: 7 } });
  expect((await tenant.events()).filter((event) => event === 'entitlements.changed')).toHaveLength(2);
});

test('whether a tenant is full is known with the plan that holds', async () => {
  const tenant = await subscribed({ plan_code: 'big' });
  await stage.asOwner.control.query(operator, countRecords.with({ tenantId: tenant.id, records: 1_000 }));
  await subscriptions.changePlan(operator, tenant.id, { planCode: 'free', effective: 'now' });
  expect(await tenant.rows()).toMatchObject({ is_full: true });
  await subscriptions.changePlan(operator, tenant.id, { planCode: 'big', effective: 'now' });
  expect(await tenant.rows()).toMatchObject({ is_full: false });
});

test('one resume lifts all that a tenant is suspended for', async () => {
  const tenant = await subscribed({
    state: 'suspended',
    status: 'unpaid',
    past_due_since: '-20 days',
    verify_by: '-1 day',
    is_unverified: true,
  });
  await subscriptions.resume(operator, tenant.id);
  expect(await tenant.rows()).toMatchObject({ state: 'active', status: 'pastDue', is_unverified: false });
  expect(await tenant.events()).toEqual(['tenant.resumed']);
});

test('a cancelled tenant is suspended as every other, and shows it once it is reactivated', async () => {
  const tenant = await subscribed({ status: 'ended' });
  await subscriptions.suspend(operator, tenant.id);
  const chosen = () => subscriptions.changePlan(tenant.owner, tenant.id, { planCode: 'free' });
  await expect(chosen()).rejects.toMatchObject({ code: 'invalid_transition' });
  await subscriptions.reactivate(tenant.owner, tenant.id);
  expect(await tenant.rows()).toMatchObject({ state: 'suspended', status: 'active' });
  await expect(chosen()).rejects.toMatchObject(closed);
});

describe('manual billing', () => {
  test('begins only where the installation says how invoices are paid', async () => {
    const running = stage.processes.start(stage.service, { INVOICE_PAYMENT_TEXT: undefined });
    const tenant = await subscribed({});
    await expect(running.get(Subscriptions).change(operator, tenant.id, { billing: 'manual' })).rejects.toMatchObject({
      errors: { billing: [expect.stringContaining('INVOICE_PAYMENT_TEXT')] },
    });
    await running.get(Subscriptions).change(operator, tenant.id, { billing: 'none' });
  });

  test('its mail says number, amount, period, due day and how to pay', async () => {
    const tenant = await subscribed({ plan_code: 'small', billing: 'manual' });
    await subscriptions.changePlan(operator, tenant.id, { planCode: 'big', effective: 'now' });
    const [invoice] = await subscriptions.invoices(operator, tenant.id);
    const [mail] = await tenant.mails();
    const day = (text = '') => text.slice(0, 10);
    expect(mail?.text).toBe(
      [
        `This is invoice ${invoice?.number} for Acme.`,
        'Amount: 90.00 EUR',
        `Period: ${day(invoice?.periodFrom)} to ${day(invoice?.periodTo)}`,
        `Due on: ${day(invoice?.dueOnUtc)}`,
        'Pay to the account 1.\n',
      ].join('\n\n'),
    );
  });
});

test('a change of a plan is made or not, whatever step its process dies at, and may be repeated', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    const tenant = await subscribed({ plan_code: 'small', billing: 'manual' });
    const mortal = stage.processes.start(mortalDatabase(stage.service, new Mortality(diesAt))).get(Subscriptions);
    const change = { planCode: 'big' };
    const died = await hasDied(mortal.changePlan(operator, tenant.id, change));
    const isMade = (await tenant.rows()).plan_code === 'big';
    expect(await tenant.events()).toEqual(isMade ? ['subscription.planChanged', 'invoice.issued'] : []);
    await Promise.all([1, 2].map(() => subscriptions.changePlan(operator, tenant.id, change)));
    expect(await tenant.events()).toEqual(['subscription.planChanged', 'invoice.issued']);
    expect(await tenant.subjects()).toHaveLength(1);
    if (!died) {
      expect(diesAt).toBeGreaterThan(8);
      return;
    }
  }
}, 60_000);

test('owners hear that an operator has suspended their tenant', async () => {
  const tenant = await subscribed({});
  await subscriptions.suspend(operator, tenant.id);
  await subscriptions.suspend(operator, tenant.id);
  expect(await tenant.subjects()).toEqual(['Acme is suspended']);
});

const closed = { code: 'subscription_required' };

/** A tenant within its period, or within its trial where it is in one. */
function subscribed(columns: Readonly<Record<string, unknown>>): Promise<SubscribedTenant> {
  const trial = columns['status'] === 'trialing' ? { trial_ends: '20 days' } : {};
  return SubscribedTenant.create(stage.asOwner, { period_ends: '20 days', ...trial, ...columns });
}

const countRecords = statement(
  't_count_records',
  `insert into control.record_count (tenant_id, counted_to, records) values (:tenantId, 1, :records)`,
);
