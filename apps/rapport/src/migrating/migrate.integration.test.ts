import { databasesOfFile } from '@rapport/database/testing';
import { untracedContext } from '@rapport/kernel';
import { expect, test } from 'vitest';
import { migrateUp, showPlan, showStatus } from './migrate.ts';

const databases = await databasesOfFile();
const [controlUrl, cell] = [databases.url('control', 'rapport_owner'), databases.url('cell', 'rapport_owner')];
const here = async () => ({ controlUrl, cells: { 'cell-1': cell } });
const given = { parallel: '4', 'failed-max': '0', operator: undefined, 'credential-file': undefined };

const up = (more: Partial<Record<keyof typeof given | 'tenant', string>> = {}) =>
  migrateUp(here, { ...given, tenant: undefined, ...more }, { say: () => undefined });

const inCell = (text: string): Promise<void> =>
  databases.connect('rapport_owner', { poolSize: 1 }).cell('cell').script(untracedContext(), 'in_cell', text);

test('the words end with 1 while a tenant is behind, and name it with its reason', async () => {
  const all = { tenant: undefined };
  expect(await showStatus(here, all)).toMatchObject({ exitCode: 0, text: 'control: up to date\ncell-1: up to date' });
  // The first file makes the schema, so a tenant that has one already is broken.
  await inCell(`insert into cell.tenant_schema (tenant, version) values (1, 0), (2, 0); create schema t00002;`);
  expect(await showPlan(here, all)).toMatchObject({ exitCode: 1, text: 'cell-1: tenant 1\ncell-1: tenant 2' });

  const failed =
    /^cell-1: 0 files to apply, 1 tenants behind\ncell-1: tenant 2 failed on 20\S+Z: schema "t00002" already exists$/m;
  const sentence = { exitCode: 1, text: expect.stringMatching(failed) as string };
  expect(await up()).toMatchObject(sentence);
  expect(await showStatus(here, all)).toMatchObject(sentence);
  expect(await up({ 'failed-max': '1' })).toMatchObject({ ...sentence, exitCode: 0 });
  expect(await up({ tenant: '1' })).toMatchObject({ text: 'Tenant 1 is not behind.' });

  await inCell('drop schema t00002;');
  expect(await up({ tenant: '2' })).toMatchObject({ exitCode: 0 });
  expect(await showStatus(here, { tenant: '2' })).toMatchObject({ exitCode: 0 });
});

test.each([
  ['parallel', '0'],
  ['parallel', 'four'],
  ['failed-max', '-1'],
  ['tenant', 't00001'],
])('--%s %s is refused before anything is done', async (option, value) => {
  await expect(up({ [option]: value })).rejects.toThrow(`--${option} is a whole number from`);
});
