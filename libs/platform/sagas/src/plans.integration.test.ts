import { statement } from '@rapport/database';
import type * as database from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import { composedStatements, databasesOfFile } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { expect, test, vi } from 'vitest';
import { CellWorkStore } from './cell-work-store.ts';

vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

const context = untracedContext();
const databases = await databasesOfFile();

test('failing work is counted without a look at work that waits for its first try', async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1 });
  for (const [index, text] of fill.entries()) {
    await owner.control.query(context, statement(`test_fill_${index}`, text));
  }
  expect(await new CellWorkStore().failing(context, owner.control)).toEqual([{ kind: 'user', trying: 3, resting: 0 }]);
  const session = await databases.planSession('control', 'rapport_subscription_service');
  const [counting] = composedStatements(import.meta.dirname).filter(({ name }) => name === 'cell_work_failing');
  const { rows } = await session.measure(counting?.with({}) ?? expect.fail('no statement counts failing work'), null);
  expect(rows).toBe(3);
});

/** Work for 20,000 users, as control has it after it was restored. The cell of three of them was away at the first try. */
const fill = [
  `insert into control.cell (name) values ('cell')`,
  `insert into control.tenant (id, name, cell, state) values (uuidv7(), 'A tenant', 'cell', 'active')`,
  `insert into control.cell_work (id, tenant_id, kind, principal_id, failure)
select uuidv7(), tenant.id, 'user', uuidv7(), case when n <= 3 then 'The cell is away.' end
from control.tenant, generate_series(1, 20000) n`,
  'analyze control.cell_work',
];
