import { statement } from '@rapport/database';
import type * as database from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import { composedStatements, databasesOfFile } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { expect, test, vi } from 'vitest';
import './index.ts';

vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

const context = untracedContext();
const databases = await databasesOfFile();

/** With the most rows that it reads of a table. */
const read: readonly [name: string, values: object, rowsMax: number][] = [
  ['signup_waiting', { waitingMax: '100', network: 'network 7', ofNetworkMax: '20' }, 250],
  [
    'signup_cancellable',
    { sinceUtc: '2026-01-01T00:00:00Z', after: '00000000-0000-0000-0000-000000000000', limit: '4' },
    15,
  ],
];

test('the tenants that wait for a verified owner are found by index, and no more of them than are counted or listed', async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } });
  for (const text of fill) {
    await owner.control.query(context, text);
  }
  const session = await databases.planSession('control', 'rapport_subscription_service');
  const sent = composedStatements(import.meta.dirname);
  for (const [name, values, rowsMax] of read) {
    const one = sent.find((composed) => composed.name === name) ?? expect.fail(`there is no ${name}`);
    const { readings, rows } = await session.measure(one.with({ ...values }), null);
    expect(
      readings.filter((reading) => /all of/.test(reading)),
      name,
    ).toEqual([]);
    expect(rows, name).toBeLessThanOrEqual(rowsMax);
  }
});

/** Of 20,000 tenants 10,000 wait, of each network 100. */
const fill = [
  `insert into control.cell (name) values ('cell')`,
  `insert into control.tenant (id, name, cell, state, verify_by, signup_network)
select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'x', 'cell', 'active',
  case when n % 2 = 1 then now() + n * interval '1 second' end, case when n % 2 = 1 then 'network ' || n / 2 % 100 end
from generate_series(1, 20000) n`,
  `insert into control.subscription (tenant_id, plan_code) select id, 'free' from control.tenant`,
  `analyze control.tenant, control.subscription`,
].map((text, index) => statement(`t_fill_${index}`, text));
