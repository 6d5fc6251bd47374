import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { expect, test } from 'vitest';
import { Subscriptions } from './subscriptions.ts';
import { bindSubscriptions } from './testing/bind-subscriptions.ts';
import { periodEnding, SubscribedTenant } from './testing/subscribed-tenant.ts';

const stage = await Stage.ofFile(bindSubscriptions);
const subscriptions = stage.running.get(Subscriptions);

test.each<[string, Record<string, unknown>, (tenant: SubscribedTenant) => Promise<void>]>([
  ['is resumed', { state: 'suspended' }, ({ id }) => subscriptions.resume(operator, id)],
  ['is reactivated', { status: 'ended' }, ({ id, owner }) => subscriptions.reactivate(owner, id)],
  [
    'has paid',
    { status: 'unpaid', billing: 'manual', past_due_since: '-20 days' },
    async (tenant) => {
      await subscriptions.settleInvoice(operator, tenant.id, await tenant.insertInvoice('-20 days'), 'paid');
    },
  ],
  [
    'is vouched for',
    { verify_by: '-1 day', is_unverified: true },
    ({ id }) => subscriptions.change(operator, id, { verifyBy: Date.now() + 86_400_000 }),
  ],
])('the next turn of a tenant that %s is due at once', async (_, closed, open) => {
  const tenant = await tenantWithTurn(closed);
  await open(tenant);
  expect(await turnOf(tenant)).toEqual([{ isDue: true, calls: 2 }]);
});

test('a tenant is resumed also while its cell is away', async () => {
  const tenant = await tenantWithTurn({ state: 'suspended' });
  await stage.startWithoutCell().get(Subscriptions).resume(operator, tenant.id);
  expect(await tenant.rows()).toMatchObject({ state: 'active' });
  expect(await turnOf(tenant)).toEqual([{ isDue: false, calls: 1 }]);
});

/** A tenant whose next turn is due in ten minutes. */
async function tenantWithTurn(more: Record<string, unknown>): Promise<SubscribedTenant> {
  const tenant = await SubscribedTenant.create(stage.asOwner, { ...periodEnding('20 days'), ...more });
  await stage.asOwner.cell('cell').query(operator, addTurn.with({ tenantNumber: (await tenant.rows()).number }));
  return tenant;
}

async function turnOf(tenant: SubscribedTenant): Promise<object[]> {
  return stage.asOwner.cell('cell').query(operator, findTurn.with({ tenantNumber: (await tenant.rows()).number }));
}

const addTurn = statement(
  't_turn_add',
  `insert into cell.mailing_turn (tenant, due_on) values (:tenantNumber, now() + interval '10 minutes')`,
);
const findTurn = statement(
  't_turn',
  'select due_on <= now() as "isDue", calls from cell.mailing_turn where tenant = :tenantNumber',
);
