import { operator, Stage } from '@rapport/container/testing';
import { statement } from '@rapport/database';
import { expect, test } from 'vitest';
import { Cells, ensureCells, TenantCreation, TenantService } from './index.ts';
import { bindTenants, newTenant } from './testing/index.ts';

const { databases, asOwner, processes } = await Stage.ofFile(bindTenants);
const url = databases.url('cell', 'rapport_subscription_service');
const nowhere = 'postgres://nobody@127.0.0.1:1/none';
const names = { cell: url, second: url, third: nowhere };
const running = processes.start(databases.connect('rapport_subscription_service', { cells: names }));
const cells = running.get(Cells);
const owner = asOwner.control;

async function newIn(cell?: string): Promise<string> {
  const { created } = await running.get(TenantCreation).create(operator, newTenant({ cell }));
  return (await running.get(TenantService).require(operator, created.tenantId)).cell;
}

async function listed(name: string) {
  return (await cells.list(operator)).find((cell) => cell.name === name) ?? expect.fail('It is not listed.');
}

test('the first cell of an installation is open, and every later one closed', async () => {
  await owner.query(operator, forgetCells);
  await ensureCells(operator, owner, ['cell', 'second']);
  await ensureCells(operator, owner, ['cell', 'second', 'third']);
  const known = { tenants: 0, tenantsMax: 2_000, pendingMigrations: 0, behind: 0 };
  expect(await cells.list(operator)).toEqual([
    { name: 'cell', isOpen: true, ...known },
    { name: 'second', isOpen: false, ...known },
    { name: 'third', isOpen: false, ...known, pendingMigrations: null, behind: null },
  ]);
});

test('a new tenant goes into the open cell with the fewest, or where its creation says', async () => {
  expect([await newIn(), await newIn(), await newIn('second')]).toEqual(['cell', 'cell', 'second']);
  await cells.open(operator, 'second', 2_000);
  expect([await newIn(), await newIn(), await newIn('cell')]).toEqual(['second', 'cell', 'cell']);
  await expect(newIn('unknown')).rejects.toMatchObject({
    code: 'validation_failed',
    errors: { cell: ['There is no cell unknown; GET /subscription/v1/operator/cells lists them.'] },
  });
});

test('a cell is full at its bound, and where none has room nothing is written', async () => {
  await cells.open(operator, 'cell', 4);
  await cells.open(operator, 'second', 3);
  expect([await newIn(), (await listed('second')).tenants]).toEqual(['second', 3]);
  const before = await owner.query(operator, rows);
  await expect(newIn()).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '60' } });
  await cells.open(operator, 'second', 4);
  await cells.close(operator, 'second');
  await expect(newIn()).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await owner.query(operator, rows)).toEqual(before);
  await cells.open(operator, 'second', 4);
  expect(await newIn()).toBe('second');
});

test('opening and closing is in the audit, once for each change, and an unknown cell is 404', async () => {
  await owner.query(operator, forgetAudit);
  await cells.open(operator, 'third', 10);
  await cells.open(operator, 'third', 10);
  await cells.close(operator, 'third');
  await cells.close(operator, 'third');
  expect(await owner.query(operator, audited)).toEqual([
    { event: 'cell.opened', subject: 'third', details: { tenantsMax: 10 } },
    { event: 'cell.closed', subject: 'third', details: {} },
  ]);
  await expect(cells.open(operator, 'fourth', 10)).rejects.toMatchObject({ code: 'not_found' });
  await expect(cells.close(operator, 'fourth')).rejects.toMatchObject({ code: 'not_found' });
});

test('the list names the tenants that could not be migrated, with their reason', async () => {
  await asOwner.cell('cell').query(operator, fail);
  const failed = [{ number: 999, failure: 'division by zero', failedOnUtc: expect.any(String) as string }];
  expect(await listed('cell')).toMatchObject({ pendingMigrations: 0, behind: 1, failed });
});

const forgetCells = statement('t_forget_cells', 'delete from control.cell');
const rows = statement(
  't_rows',
  `select (select count(*) from control.tenant) as tenants, (select count(*) from control.identity) as identities,
    (select count(*) from control.cell_work) as work, (select count(*) from control.audit where event like 'tenant%') as audit`,
);
const forgetAudit = statement('t_forget_audit', 'delete from control.audit');
const audited = statement('t_audited', 'select event, subject, details from control.audit order by at, id');
const fail = statement(
  't_fail',
  `insert into cell.tenant_schema (tenant, version, failed_on, failure) values (999, 0, now(), 'division by zero')`,
);
