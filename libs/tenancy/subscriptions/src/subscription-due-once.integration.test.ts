import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { hasDied, mortalDatabase, Mortality } from '@rapport/database/testing';
import { expect, test } from 'vitest';
import { DueSubscriptions } from './due-subscriptions.ts';
import { bindSubscriptions } from './testing/bind-subscriptions.ts';
import { periodEnding, SubscribedTenant, trialEnding } from './testing/subscribed-tenant.ts';

const stage = await Stage.ofFile(bindSubscriptions);
const due = stage.running.get(DueSubscriptions);

test('two processes at once do each step once, and numbers have no gaps', async () => {
  const tenants = await Promise.all(
    Array.from({ length: 40 }, () => tenantWith({ billing: 'manual', ...periodEnding('-1 second') })),
  );
  const processes = [1, 2, 3].map(() => stage.processes.start(stage.service).get(DueSubscriptions));
  await Promise.all(processes.map((one) => one.round(operator)));
  await due.round(operator);
  for (const tenant of tenants) {
    expect(await tenant.events()).toEqual(['invoice.issued']);
    expect(await tenant.subjects()).toHaveLength(1);
  }
  await expectNoGaps();
});

test('a process that dies at any step has done all or nothing, and the next one goes on, once', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    const tenant = await tenantWith(trialEnding('-40 days'));
    const mortality = new Mortality(diesAt);
    const mortal = stage.processes.start(mortalDatabase(stage.service, mortality)).get(DueSubscriptions);
    const before = await tenant.rows();
    await hasDied(mortal.round(operator));
    const between = await tenant.rows();
    expect([before.status, 'active']).toContain(between.status);
    expect(await tenant.events()).toHaveLength(between.status === 'active' ? 3 : 0);
    await due.round(operator);
    expect(await tenant.events()).toEqual(['subscription.trialEnded', 'invoice.issued', 'invoice.issued']);
    expect(await tenant.subjects()).toHaveLength(2);
    if (mortality.steps < diesAt) {
      expect(diesAt).toBeGreaterThan(8);
      break;
    }
  }
  await expectNoGaps();
}, 60_000);

test('a tenant whose step fails holds up no other, and is tried again', async () => {
  const failing = await tenantWith({ billing: 'manual', ...periodEnding('-2 days') });
  await stage.asOwner.control.query(operator, refuseInvoices(failing.id));
  const other = await tenantWith({ billing: 'manual', ...periodEnding('-1 day') });
  await due.round(operator);
  expect(await failing.events()).toEqual([]);
  expect(await other.events()).toEqual(['invoice.issued']);
  await stage.asOwner.control.query(operator, allowInvoices);
  await due.round(operator);
  expect(await failing.events()).toEqual(['invoice.issued']);
  await expectNoGaps();
});

function tenantWith(columns: Readonly<Record<string, unknown>>): Promise<SubscribedTenant> {
  return SubscribedTenant.create(stage.asOwner, columns);
}

async function expectNoGaps(): Promise<void> {
  expect(await stage.asOwner.control.query(operator, isWhole)).toEqual([{ whole: true }]);
}

const isWhole = statement(
  't_invoices_whole',
  `select count(*) = max(number) and max(number) = (select last from control.invoice_number) as whole from control.invoice`,
);

const allowInvoices = statement('t_allow', 'alter table control.invoice drop constraint t_refused');

function refuseInvoices(tenantId: string) {
  return statement(
    't_refuse',
    `alter table control.invoice add constraint t_refused check (tenant_id <> '${tenantId}') not valid`,
  );
}
