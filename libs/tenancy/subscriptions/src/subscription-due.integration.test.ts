import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { DeletionProofs } from '@rapport/deletions';
import { describe, expect, test } from 'vitest';
import { DueSubscriptions } from './due-subscriptions.ts';
import { Subscriptions } from './subscriptions.ts';
import { addPlan } from './testing/add-plan.ts';
import { bindSubscriptions } from './testing/bind-subscriptions.ts';
import { periodEnding, SubscribedTenant, trialEnding, type Rows } from './testing/subscribed-tenant.ts';

const stage = await Stage.ofFile(bindSubscriptions);
const due = stage.running.get(DueSubscriptions);
const subscriptions = stage.running.get(Subscriptions);

describe('a trial', () => {
  test('with manual billing it becomes active, with the invoice of its first period', async () => {
    const tenant = await tenantWith(trialEnding('-1 second'));
    const before = await tenant.rows();
    await due.round(operator);
    const after = await tenant.rows();
    expect(after).toMatchObject({ status: 'active', period_began: before.period_ends, trial_ends: before.trial_ends });
    expect(Date.parse(after.period_ends)).toBeGreaterThan(Date.now() + 27 * dayMs);
    expect(await tenant.events()).toEqual(['subscription.trialEnded', 'invoice.issued']);
    expect(await tenant.subjects()).toEqual([expect.stringMatching(/^Invoice \d+: 49.00 EUR$/)]);
    const [invoice] = await subscriptions.invoices(operator, tenant.id);
    expect(invoice).toMatchObject({ status: 'open', amount: 49, currency: 'EUR', paidOnUtc: null, url: null });
    expect([invoice?.periodFrom, invoice?.periodTo].map((text) => Date.parse(text ?? ''))).toEqual(
      [after.period_began, after.period_ends].map((text) => Date.parse(text)),
    );
    expect(Date.parse(invoice?.dueOnUtc ?? '') - Date.parse(invoice?.issuedOnUtc ?? '')).toBe(30 * dayMs);
    expect(after.first_due).not.toBeNull();
  });

  test.each([
    ['billing none', { billing: 'none' }],
    ['a plan by agreement', { plan_code: 'enterprise' }],
  ])('with %s there is no invoice', async (_, more) => {
    const tenant = await tenantWith({ ...trialEnding('-1 second'), ...more });
    await due.round(operator);
    expect(await tenant.rows()).toMatchObject({ status: 'active', first_due: null });
    expect(await tenant.events()).toEqual(['subscription.trialEnded']);
  });

  test('its end is announced once to verified owners alone, and again where it is moved', async () => {
    const tenant = await tenantWith(trialEnding('10 days'));
    await due.round(operator);
    expect(await tenant.subjects()).toEqual([]);
    await subscriptions.change(operator, tenant.id, { trialEnds: Date.now() + 2 * dayMs });
    expect(await tenant.subjects()).toEqual(['The trial of Acme ends soon']);
    await due.round(operator);
    expect(await tenant.subjects()).toHaveLength(1);
    await subscriptions.change(operator, tenant.id, { trialEnds: Date.now() + 2.5 * dayMs });
    expect(await tenant.subjects()).toHaveLength(2);
  });

  test('its end is announced where an owner is verified meanwhile, and not before', async () => {
    const tenant = await tenantWith({ ...trialEnding('1 day'), remind_on: '-1 day', verify_by: '5 days' });
    await stage.asOwner.control.query(operator, distrust.with({ userId: tenant.ownerId }));
    await due.round(operator);
    const { remind_on: later } = await tenant.rows();
    expect(spanMs(new Date().toISOString(), later)).toBeGreaterThan(0.9 * 3_600_000);
    expect(await tenant.subjects()).toEqual([]);
    await stage.asOwner.control.query(operator, trust.with({ userId: tenant.ownerId }));
    await tenant.set({ remind_on: '-1 second', verify_by: null });
    await due.round(operator);
    expect(await tenant.rows()).toMatchObject({ status: 'trialing', remind_on: null });
    expect(await tenant.subjects()).toEqual(['The trial of Acme ends soon']);
  });

  test('one that has ended by now is not announced any more', async () => {
    const tenant = await tenantWith({ ...trialEnding('-1 day'), remind_on: '-4 days' });
    await due.round(operator);
    expect(await tenant.subjects()).toEqual([expect.stringMatching(/^Invoice /)]);
  });
});

describe('a sign-up that no owner ever verified', () => {
  const waiting = { created_on: '-31 days', verify_by: '-24 days' };

  test.each([
    ['that works', { verify_by: '1 day' }],
    ['that is closed as unverified', { is_unverified: true }],
    ['that an operator has suspended', { state: 'suspended' }],
    ['that is cancelled', { status: 'ended' }],
    ['that could not be made', { state: 'provisioningFailed' }],
  ])('%s is deleted 30 days later, and nothing else falls due of it any more', async (_, more) => {
    const tenant = await tenantWith({ billing: 'manual', ...periodEnding('-1 second'), ...waiting, ...more });
    await due.round(operator);
    const rows = await tenant.rows();
    expect(rows).toMatchObject({ state: 'deleting', verify_by: null, is_unverified: false });
    expect((await tenant.events()).at(-1)).toBe('tenant.deletionRequested');
    await tenant.set({ period_ends: '-1 second', first_day: '-1 second' });
    const before = await tenant.rows();
    await due.round(operator);
    expect(await tenant.rows()).toEqual(before);
    expect(await stage.running.get(DeletionProofs).show(operator, tenant.id)).toMatchObject({
      actor: 'system',
      reason: null,
    });
  });

  test.each([
    ['within 30 days', { created_on: '-29 days' }],
    ['of which an owner is verified', { verify_by: null }],
  ])('%s stays', async (_, more) => {
    const tenant = await tenantWith({ ...waiting, ...more });
    await due.round(operator);
    expect(await tenant.rows()).toMatchObject({ state: 'active' });
  });
});

describe('a period', () => {
  test('the waiting plan holds from its end on, and is what the next one costs', async () => {
    await addPlan(stage.asOwner, { code: 'dear', price: 99, users: 5 });
    const tenant = await tenantWith({ billing: 'manual', pending_plan_code: 'dear', ...periodEnding('-1 second') });
    await due.round(operator);
    expect(await tenant.rows()).toMatchObject({ plan_code: 'dear', pending_plan_code: null });
    expect(await tenant.events()).toEqual(['subscription.planChanged', 'invoice.issued']);
    expect(await subscriptions.invoices(operator, tenant.id)).toMatchObject([{ amount: 99 }]);
  });

  test('where its end and that of the subscription are due, there is no invoice', async () => {
    const tenant = await tenantWith({ billing: 'manual', pending_plan_code: 'free' });
    await tenant.set({
      period_began: '-70 days',
      first_day: '-70 days',
      period_ends: '-40 days',
      cancels_on: '-40 days',
    });
    await due.round(operator);
    expect(await tenant.rows()).toMatchObject({ status: 'ended', cancels_on: null, pending_plan_code: null });
    expect(await tenant.events()).toEqual(['subscription.ended']);
    expect(await tenant.subjects()).toEqual(['The subscription of Acme has ended']);
    expect(await subscriptions.invoices(operator, tenant.id)).toEqual([]);
  });

  test('after an outage of months each period and its invoice come in order, and none is owed before 30 days are over', async () => {
    const tenant = await tenantWith({ billing: 'manual', status: 'active' });
    const back = daysOf(monthsAgo(5)) === 31 ? 5 : 6;
    const [firstDay, ends] = [monthsAgo(back), monthsAgo(back - 1)];
    await tenant.set({ first_day: firstDay, period_began: firstDay, period_ends: ends });
    await due.round(operator);
    const invoices = (await subscriptions.invoices(operator, tenant.id)).toReversed();
    expect(invoices.length).toBeGreaterThanOrEqual(4);
    for (const [at, { periodFrom, periodTo, number, issuedOnUtc, dueOnUtc }] of invoices.entries()) {
      expect(periodFrom).toBe(at === 0 ? ends.replace('Z', '000Z') : invoices[at - 1]?.periodTo);
      expect(number).toBe((invoices[0]?.number ?? 0) + at);
      expect(Date.parse(dueOnUtc) - Date.parse(issuedOnUtc)).toBe(30 * dayMs);
      expect(Date.now() - Date.parse(issuedOnUtc)).toBeLessThan(60_000);
      expect(Number(periodTo.slice(8, 10))).toBe(daysOf(periodTo));
    }
    expect(await tenant.rows()).toMatchObject({ status: 'active', past_due_since: null });
    expect(await tenant.events()).toEqual(invoices.map(() => 'invoice.issued'));
    expect(await tenant.subjects()).toHaveLength(invoices.length);
  });
});

describe('what is owed', () => {
  test('an invoice that is past due leads to pastDue, and 14 days later to unpaid, until it is paid', async () => {
    const tenant = await tenantWith({ billing: 'manual', ...periodEnding('20 days') });
    const invoiceId = await tenant.insertInvoice('-1 second');
    await due.round(operator);
    const pastDue = await tenant.rows();
    expect(pastDue.status).toBe('pastDue');
    expect(spanMs(pastDue.past_due_since, pastDue.suspends_on)).toBe(14 * dayMs);
    await due.round(operator);
    expect(await tenant.rows()).toEqual(pastDue);
    await tenant.set({ suspends_on: '-1 second' });
    await due.round(operator);
    expect(await tenant.rows()).toMatchObject({ status: 'unpaid', suspends_on: null });
    await subscriptions.resume(operator, tenant.id);
    expect(spanMs(new Date().toISOString(), (await tenant.rows()).suspends_on)).toBeGreaterThan(13.9 * dayMs);
    await subscriptions.settleInvoice(operator, tenant.id, invoiceId, 'paid');
    expect(await tenant.rows()).toMatchObject({ status: 'active', first_due: null, past_due_since: null });
    expect(await tenant.events()).toEqual([
      ...['subscription.pastDue', 'subscription.unpaid', 'tenant.resumed', 'invoice.paid', 'subscription.paid'],
    ]);
    expect(await tenant.subjects()).toEqual(['An invoice of Acme is past due', 'Acme is suspended']);
  });

  test('what was due long ago is done from the time when it was due, and leaves a day of grace', async () => {
    const tenant = await tenantWith({ billing: 'manual', ...periodEnding('20 days') });
    await tenant.insertInvoice('-20 days');
    await due.round(operator);
    await due.round(operator);
    const rows = await tenant.rows();
    expect(rows).toMatchObject({ status: 'pastDue', past_due_since: rows.first_due });
    expect(spanMs(new Date().toISOString(), rows.suspends_on)).toBeGreaterThan(0.9 * dayMs);
    expect(spanMs(new Date().toISOString(), rows.suspends_on)).toBeLessThanOrEqual(dayMs);
    expect(await tenant.events()).toEqual(['subscription.pastDue']);
    await tenant.set({ suspends_on: '-1 second' });
    await due.round(operator);
    expect((await tenant.rows()).status).toBe('unpaid');
  });

  test('a later due day pays too, and an earlier one that has passed is past due at once', async () => {
    const tenant = await tenantWith({ billing: 'manual', ...periodEnding('20 days') });
    const invoiceId = await tenant.insertInvoice('10 days');
    const change = (days: number) =>
      subscriptions.changeInvoiceDue(operator, tenant.id, invoiceId, new Date(Date.now() + days * dayMs).toISOString());
    await change(-1);
    expect((await tenant.rows()).status).toBe('pastDue');
    await change(1);
    expect((await tenant.rows()).status).toBe('active');
    await subscriptions.settleInvoice(operator, tenant.id, invoiceId, 'void');
    await expect(change(2)).rejects.toMatchObject({ code: 'invalid_transition' });
    await expect(subscriptions.settleInvoice(operator, tenant.id, invoiceId, 'paid')).rejects.toMatchObject({
      code: 'invalid_transition',
    });
    await subscriptions.settleInvoice(operator, tenant.id, invoiceId, 'void');
    expect((await tenant.events()).filter((event) => event === 'invoice.voided')).toHaveLength(1);
  });
});

test('whom no owner verified in time is suspended, and a resume gives seven days more', async () => {
  const tenant = await tenantWith({ ...periodEnding('20 days'), verify_by: '-1 second' });
  await due.round(operator);
  expect(await tenant.rows()).toMatchObject({ is_unverified: true });
  await subscriptions.resume(operator, tenant.id);
  const resumed = await tenant.rows();
  expect(resumed).toMatchObject({ is_unverified: false });
  expect(spanMs(new Date().toISOString(), resumed.verify_by)).toBeGreaterThan(6.9 * dayMs);
  expect(await tenant.events()).toEqual(['tenant.suspended', 'tenant.resumed']);
});

test('what a caller does comes behind what was due before it', async () => {
  const tenant = await tenantWith({ billing: 'manual', ...periodEnding('-1 second') });
  await subscriptions.cancel(operator, tenant.id);
  expect(await tenant.events()).toEqual(['invoice.issued', 'subscription.cancelPlanned']);
  const rows = await tenant.rows();
  expect(rows.cancels_on).toBe(rows.period_ends);
  expect(Date.parse(rows.period_ends)).toBeGreaterThan(Date.now());
});

function tenantWith(columns: Readonly<Record<string, unknown>>): Promise<SubscribedTenant> {
  return SubscribedTenant.create(stage.asOwner, columns);
}

function spanMs(from: string | null, to: Rows['suspends_on']): number {
  return Date.parse(to ?? '') - Date.parse(from ?? '');
}

/** The last day of the month so many months ago. */
function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months + 1, 0, 9)).toISOString();
}

function daysOf(text: string): number {
  const time = new Date(text);
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
}

const dayMs = 86_400_000;

const trusted = (isVerified: boolean) => `update control.identity set is_verified = ${isVerified}
where id = (select identity_id from control.membership where id = :userId)`;
const distrust = statement('t_distrust_owner', trusted(false), { names: ['userId'] });
const trust = statement('t_trust_owner', trusted(true), { names: ['userId'] });
