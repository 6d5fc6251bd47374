import type { ChangeContext } from '@rapport/audit';
import {
  callersEvents,
  lifecycleStates,
  lifecycleSteps,
  subscriptionStatuses,
  subscriptionSteps,
  Subscriptions,
} from '@rapport/subscriptions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from './testing/processes.ts';
import { Stage } from './testing/stage.ts';
import { SubscribedTenant } from './testing/subscribed-tenant.ts';

let stage: Stage;
let subscriptions: Subscriptions;
beforeAll(async () => {
  stage = await Stage.start();
  subscriptions = stage.running.get(Subscriptions);
});
afterAll(() => stage.end());

type Event = Exclude<keyof typeof callersEvents, 'retry'>;
type Way = (context: ChangeContext, tenant: SubscribedTenant, invoiceId: string) => Promise<void>;

const ways: Readonly<Record<Event, Way>> = {
  suspend: (context, { id }) => subscriptions.suspend(context, id),
  resume: (context, { id }) => subscriptions.resume(context, id),
  cancel: (context, { id }) => subscriptions.cancel(context, id),
  cancelNow: (context, { id }) => subscriptions.cancel(context, id, 'now'),
  reactivate: (context, { id }) => subscriptions.reactivate(context, id),
  changePlan: (context, { id }) => subscriptions.changePlan(context, id, { planCode: 'free', effective: 'periodEnd' }),
  changeSubscription: (context, { id }) => subscriptions.change(context, id, { billing: 'manual' }),
  settleInvoice: (context, { id }, invoiceId) => subscriptions.settleInvoice(context, id, invoiceId, 'paid'),
};
const ownersWays: readonly Event[] = ['cancel', 'cancelNow', 'reactivate', 'changePlan'];
const standings = lifecycleStates.flatMap((lifecycle) => subscriptionStatuses.map((status) => ({ lifecycle, status })));

describe.each(Object.keys(ways) as Event[])('%s', (event) => {
  test.each(standings)('by an operator, $lifecycle and $status', async ({ lifecycle, status }) => {
    const { tenant, invoiceId } = await standing(lifecycle, status);
    const before = await tenant.rows();
    const life = lifecycleSteps[event][lifecycle];
    const next = subscriptionSteps[event][status];
    const outcome = await outcomeOf(ways[event](operator, tenant, invoiceId));
    const after = await tenant.rows();
    if (life === undefined || next === undefined) {
      expect(outcome).toMatchObject({ code: 'invalid_transition', message: /^The tenant is .+; .+\.$/ });
      expect(after).toEqual(before);
      return;
    }
    expect(outcome).toBe('done');
    const isPaid = event === 'settleInvoice' && (status === 'pastDue' || status === 'unpaid');
    expect(after).toMatchObject({ state: life, status: isPaid ? 'active' : next });
    // Once more it is there already.
    expect(await outcomeOf(ways[event](operator, tenant, invoiceId))).toBe('done');
    expect(await tenant.rows()).toEqual(after);
  });

  if (ownersWays.includes(event)) {
    test.each(standings)('by an owner, $lifecycle and $status', async ({ lifecycle, status }) => {
      const { tenant, invoiceId } = await standing(lifecycle, status);
      const outcome = await outcomeOf(ways[event](tenant.owner, tenant, invoiceId));
      const isOpen = lifecycleSteps[event][lifecycle] !== undefined && subscriptionSteps[event][status] !== undefined;
      if (event === 'changePlan' && lifecycle === 'suspended' && status !== 'ended') {
        expect(outcome).toMatchObject({ code: 'subscription_required' });
      } else if (isOpen) {
        expect(outcome).toBe('done');
      } else {
        expect(outcome).toMatchObject({ code: 'invalid_transition' });
      }
    });
  }
});

test('who reactivates while an invoice is past due is unpaid, until that is paid', async () => {
  const { tenant } = await standing('active', 'ended');
  const invoiceId = await tenant.insertInvoice('-1 day');
  await subscriptions.reactivate(operator, tenant.id);
  expect(await tenant.rows()).toMatchObject({ status: 'unpaid', past_due_since: expect.any(String) as string });
  await subscriptions.settleInvoice(operator, tenant.id, invoiceId, 'void');
  expect(await tenant.rows()).toMatchObject({ status: 'active', past_due_since: null });
});

test('an unknown tenant is 404 for each way', async () => {
  for (const way of Object.values(ways)) {
    const { tenant } = await standing('active', 'active');
    const unknown = Object.assign(Object.create(tenant) as SubscribedTenant, {
      id: '01890000-0000-7000-8000-000000000000',
    });
    expect(await outcomeOf(way(operator, unknown, unknown.id))).toMatchObject({ code: 'not_found' });
  }
});

/** A tenant in these states, with what belongs to them, and an open invoice that is due when they say. */
async function standing(lifecycle: string, status: string): Promise<{ tenant: SubscribedTenant; invoiceId: string }> {
  const tenant = await SubscribedTenant.create(stage.asOwner, { period_ends: '20 days' });
  const owes = status === 'pastDue' || status === 'unpaid';
  const invoiceId = await tenant.insertInvoice(owes ? '-1 day' : '10 days');
  const { period_ends } = await tenant.rows();
  await tenant.set({
    ...{ state: lifecycle, status },
    ...(status === 'trialing' && { trial_ends: period_ends }),
    ...(owes && { past_due_since: '-1 day' }),
    ...(status === 'pastDue' && { suspends_on: '13 days' }),
  });
  return { tenant, invoiceId };
}

function outcomeOf(change: Promise<void>): Promise<unknown> {
  return change.then(
    () => 'done',
    (error: unknown) => error,
  );
}
