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

test('exports are found by index alone, however many tenants have some', async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } });
  const early = await openSession();
  await expectCheap(early);
  await owner.control.query(context, statement('t_cell', `insert into control.cell (name) values ('cell')`));
  await owner.control.query(context, fill);
  await expectCheap(early);
  await owner.control.query(
    context,
    statement('t_analyse', 'analyze control.tenant, control.export, control.export_file'),
  );
  await expectCheap(await openSession());
});

function openSession(): Promise<PlanSession> {
  return databases.planSession('control', 'rapport_subscription_service', ['cell']);
}

async function expectCheap(session: PlanSession): Promise<void> {
  const attempt = { exportId: id, attemptId: id, tenantId: id };
  const values = new Map<string, object>([
    ['export_open', { tenantId: id }],
    ['export_list', { tenantId: id }],
    ['export_find', { tenantId: id, id }],
    ['export_file', { tenantId: id, id, name: 'manifest.json' }],
    ['export_forget_old', { tenantId: id }],
    ['export_start_next', {}],
    ['export_waiting', {}],
    ['export_begin', { id, attemptId: otherId }],
    ['export_end_attempt', attempt],
    ['export_make_ready', attempt],
    ['export_expire_older', attempt],
    ['export_fail', { ...attempt, failure: 'x' }],
    ['export_expire_due', {}],
    ['export_needed', { attemptIds: [id, otherId] }],
    ['export_remove', { tenantId: id }],
  ]);
  const sent = composedStatements(import.meta.dirname).filter(({ name }) => values.has(name));
  expect(sent.map(({ name }) => name).toSorted()).toEqual([...values.keys()].toSorted());
  for (const one of sent) {
    const { readings, rows } = await session.measure(one.with({ ...values.get(one.name) }), null);
    expect(
      readings.filter((reading) => /all of (tenant|export|export_file)/.test(reading)),
      one.name,
    ).toEqual([]);
    // A tenant has four exports with three files each, and twenty wait.
    expect(rows, one.name).toBeLessThanOrEqual(60);
  }
}

const id = '00000000-0000-0000-0000-000000000007';
const otherId = '00000000-0000-0000-0000-000000000008';

/** Of 5,000 tenants each has three exports that are ready and one that has expired, and twenty have one that waits. */
const fill = statement(
  't_fill',
  `with tenant as (
  insert into control.tenant (id, name, cell, state)
  select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, 'Tenant ' || n, 'cell', 'active' from generate_series(1, 5000) n
  returning id
), made as (
  insert into control.export (id, tenant_id, cell, state, attempt_id, begun_on, ready_on, expires_on)
  select uuidv7(), id, 'cell', case n when 1 then 'expired' else 'ready' end, uuidv7(), now(), now(), now() + interval '7 days'
  from tenant cross join generate_series(1, 4) n returning id, state
), waiting as (
  insert into control.export (id, tenant_id, cell) select uuidv7(), id, 'cell' from tenant order by id limit 20
)
insert into control.export_file (export_id, name, place, bytes, sha256)
select id, 'file ' || n, n, 1, 'x' from made cross join generate_series(1, 3) n where state = 'ready'`,
);
