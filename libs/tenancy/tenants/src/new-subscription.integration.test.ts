import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { newId } from '@rapport/kernel';
import { DueSubscriptions, Subscriptions } from '@rapport/subscriptions';
import { addPlan, type Rows } from '@rapport/subscriptions/testing';
import { expect, test } from 'vitest';
import { TenantBirth } from './tenant-birth.ts';
import { TenantCreation } from './tenant-creation.ts';
import { bindTenants } from './testing/bind-tenants.ts';
import { newTenant } from './testing/new-tenant.ts';

const stage = await Stage.ofFile(bindTenants);
const subscriptions = stage.running.get(Subscriptions);
await addPlan(stage.asOwner, { code: 'big', price: 90, users: 50 });

test('nothing falls due of a tenant until it is made, and its trial begins then', async () => {
  const birth = stage.running.get(TenantBirth);
  const input = newTenant({ planCode: 'professional', billing: 'manual', isSignup: true });
  const { tenantId, workId } = await stage.service.control.transaction(operator, (sql) =>
    birth.begin(operator, sql, input, async () => ({ userId: newId() })),
  );
  await stage.asOwner.control.query(operator, monthsPass.with({ tenantId }));
  await stage.running.get(DueSubscriptions).round(operator);
  const [before] = await stage.asOwner.control.query<Rows>(operator, findRow.with({ tenantId }));
  expect(before).toMatchObject({ period_ends: null, trial_ends: null, status: 'trialing', is_unverified: false });
  await birth.proceed(operator, workId);
  const [after] = await stage.asOwner.control.query<Rows>(operator, findRow.with({ tenantId }));
  expect(Date.parse(after?.trial_ends ?? '') - Date.now()).toBeGreaterThan(13.9 * dayMs);
  expect(await subscriptions.invoices(operator, tenantId)).toEqual([]);
});

test('a tenant that is made begins its first period', async () => {
  const input = newTenant({ planCode: 'professional', isSignup: true });
  const { created } = await stage.running.get(TenantCreation).create(operator, input);
  const trial = { status: 'trialing', days: 14, reminded: 3 };
  expect(await stage.asOwner.control.query(operator, findTrial.with(created))).toEqual([trial]);
});

test('a tenant is invoiced when it is made and not before, and none is made without a text on how to pay', async () => {
  const input = newTenant({ planCode: 'big', billing: 'manual' });
  const silent = stage.processes.start(stage.service, { INVOICE_PAYMENT_TEXT: undefined });
  await expect(silent.get(TenantCreation).create(operator, input)).rejects.toMatchObject({
    errors: { billing: [expect.any(String)] },
  });
  const before = await lastNumber();
  const away = stage.startWithoutCell().get(TenantCreation);
  await expect(away.create(operator, input)).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await lastNumber()).toBe(before);
  const { created } = await stage.running.get(TenantCreation).create(operator, input);
  expect(await lastNumber()).toBe(before + 1);
  await stage.asOwner.control.query(operator, forgetAnswer.with({ ...created, userId: created.owner.userId }));
  await stage.running.get(TenantCreation).cleanUp(operator);
  expect(await stage.asOwner.control.query(operator, findStatus.with(created))).toEqual([{ status: 'void' }]);
});

async function lastNumber(): Promise<number> {
  const [row] = await stage.asOwner.control.query<{ last: number }>(operator, findLastNumber);
  return row?.last ?? expect.fail('there is no counter');
}

const dayMs = 86_400_000;

const monthsPass = statement(
  't_months_pass',
  `with tenant as (update control.tenant set verify_by = now() - interval '3 months' where id = :tenantId returning id)
update control.subscription set first_day = now() - interval '3 months', period_began = now() - interval '3 months'
from tenant where tenant_id = tenant.id`,
);

const findRow = statement(
  't_subscription_row',
  `select subscription.period_ends::text, subscription.trial_ends::text, subscription.status, tenant.is_unverified
from control.subscription join control.tenant on tenant.id = subscription.tenant_id where tenant.id = :tenantId`,
);

const findTrial = statement(
  't_trial',
  `select status, extract(day from trial_ends - period_began)::int as days,
  extract(day from trial_ends - remind_on)::int as reminded from control.subscription where tenant_id = :tenantId
  and trial_ends = period_ends and first_day = trial_ends`,
);

const findLastNumber = statement('t_last_number', `select last::int as last from control.invoice_number`);

const findStatus = statement('t_invoice_status', `select status from control.invoice where tenant_id = :tenantId`);

const forgetAnswer = statement(
  't_forget_answer',
  `insert into control.tenant_creation (tenant_id, owner_id, work_id, operator, held_until, created_on)
values (:tenantId, :userId, gen_random_uuid(), 'ada', '-infinity', now() - interval '1 hour')`,
);
