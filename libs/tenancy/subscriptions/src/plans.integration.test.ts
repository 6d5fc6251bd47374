import { statement } from '@rapport/database';
import type * as database from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import { composedStatements, databasesOfFile, type PlanSession } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { expect, test, vi } from 'vitest';
import './index.ts';

vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

const context = untracedContext();
const databases = await databasesOfFile();

test('what is due, and what is held and saved for it, is found by index alone, however many tenants there are', async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } });
  const early = await openSession();
  await expectCheap(early);
  await owner.control.query(context, statement('t_cell', `insert into control.cell (name) values ('cell')`));
  await owner.control.query(context, fill);
  await expectCheap(early);
  await owner.control.query(context, statement('t_analyse', 'analyze control.tenant, control.subscription'));
  await expectCheap(await openSession());
});

function openSession(): Promise<PlanSession> {
  return databases.planSession('control', 'rapport_subscription_service', ['plan', 'invoice_number']);
}

async function expectCheap(session: PlanSession): Promise<void> {
  const values = new Map<string, object>([
    ['subscription_due', { dueOn: '-infinity', tenantId: noId, limit: '100' }],
    ['subscription_hold', { tenantId: tenant }],
    ['subscription_hold_free', { tenantId: tenant }],
    ['subscription_find', { tenantId: tenant }],
    ['subscription_find_cell', { tenantId: tenant }],
    ['subscription_owners', { tenantId: tenant }],
    ['subscription_save_tenant', { tenantId: tenant, lifecycle: 'active', verifyBy: null, isUnverified: 'false' }],
  ]);
  const sent = composedStatements(import.meta.dirname).filter(({ name }) => values.has(name));
  expect(sent.map(({ name }) => name).toSorted()).toEqual([...values.keys()].toSorted());
  for (const one of sent) {
    const { readings, rows, buffers } = await session.measure(one.with({ ...values.get(one.name) }), null);
    expect(readings.filter((reading) => /all of (tenant|subscription|membership|identity)/.test(reading))).toEqual([]);
    // Ten are due by each of the two, and the plans are a handful.
    expect(rows, one.name).toBeLessThanOrEqual(30);
    expect(buffers, one.name).toBeLessThan(200);
  }
}

const tenant = '00000000-0000-0000-0000-000000000007';
const noId = '00000000-0000-0000-0000-000000000000';

/** Of 10,000 tenants ten have a period that has ended, and ten had to be verified by now. */
const fill = statement(
  't_fill',
  `with tenant as (
  insert into control.tenant (id, name, cell, state, verify_by)
  select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, 'x', 'cell', 'active',
    case when n % 1000 = 1 then now() - interval '1 hour' when n % 2 = 1 then now() + interval '1 day' end
  from generate_series(1, 10000) n returning id
)
insert into control.subscription (tenant_id, plan_code, period_ends)
select id, 'professional', now() + case when right(id::text, 3) = '002' then interval '-1 hour' else interval '20 days' end
from tenant`,
);
