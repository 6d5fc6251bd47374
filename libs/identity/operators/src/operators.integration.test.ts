import { AuditLog } from '@rapport/audit';
import { statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { endOperator, ensureOperator, Operators } from './operators.ts';

const databases = await databasesOfFile();
const context = untracedContext();

test('who may run the platform is in the audit, once for each change, and never with the credential', async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1 });
  const [first, second] = ['rpt_op_first', 'rpt_op_second'];
  for (const credential of [first, first, second]) {
    await ensureOperator(context, owner, { name: 'ada', credential });
  }
  expect(await new Operators(owner).authenticate(context, `Bearer ${second}`)).toBe('ada');
  expect(await endOperator(context, owner, 'ada')).toBe(true);
  expect(await endOperator(context, owner, 'ada')).toBe(false);
  const { data } = await new AuditLog(owner).list(context, {}, { pageSize: 50 });
  const common = { actor: 'system', tenantId: null, subject: 'ada', details: {} };
  expect(data).toMatchObject(
    ['operator.revoked', 'operator.created', 'operator.created'].map((event) => ({ event, ...common })),
  );
  expect(JSON.stringify(data)).not.toContain('rpt_op');
});

test('operators are made and ended after a stand-still of months too, in which nobody tended the audit', async () => {
  const owner = databases.connect('rapport_owner', { poolSize: 1 });
  await owner.control.query(context, dropMonths);
  await ensureOperator(context, owner, { name: 'eve', credential: 'rpt_op_eve' });
  await owner.control.query(context, dropMonths);
  expect(await endOperator(context, owner, 'eve')).toBe(true);
  expect((await new AuditLog(owner).list(context, {}, { pageSize: 1 })).data).toMatchObject([{ subject: 'eve' }]);
});

const dropMonths = statement(
  't_drop_months',
  `do $$ declare month regclass; begin
  for month in select inhrelid::regclass from pg_inherits where inhparent = 'control.audit'::regclass loop
    execute 'drop table ' || month;
  end loop;
end $$`,
);
