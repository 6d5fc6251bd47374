import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { campaigns, leads, opportunities, recordKinds, synchronised } from '@rapport/crm-records';
import { namedText } from '@rapport/database';
import type * as database from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import { composedStatements, databasesOfFile } from '@rapport/database/testing';
import {
  addMany,
  changeMany,
  CursorCodec,
  deleteMany,
  FanOutMetrics,
  NameFanOut,
  nameCopies,
  OwnerFollower,
  RecordStore,
  SteppedRecords,
  SyncedRecords,
  type RecordDefinition,
} from '@rapport/records';
import { Metrics, startTelemetry } from '@rapport/telemetry';
import { beforeAll, expect, test, vi } from 'vitest';
// Domains compose statements of their own when they are loaded.
import '@rapport/campaign-members';
import '@rapport/lead-conversion';
import '@rapport/marketing-email';
import '@rapport/shipping-addresses';
import { writersIn, type Writer } from './testing/rules-of-writers.ts';

// The statements of records are remembered when they are composed, so no list of them is kept here.
vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

const records = join(import.meta.dirname, '..', '..', '..', 'libs', 'platform', 'records', 'src');

const databases = await databasesOfFile();

beforeAll(async () => {
  const { logger } = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });
  const needs = { database: databases.connect('rapport_public_api', { poolSize: 1 }), all: recordKinds };
  for (const definition of recordKinds) {
    const surface = { ...surfaceOf(definition, []), items: [] };
    const Store = definition.states ? SteppedRecords : RecordStore;
    new Store(definition, surface, needs);
  }
  for (const definition of synchronised) {
    const surface = surfaceOf(definition, ['externalId', 'customFields']);
    new SyncedRecords(definition, surface, { ...needs, cursors: new CursorCodec(randomBytes(32)) });
  }
  new OwnerFollower(recordKinds);
  new NameFanOut({ definitions: recordKinds, metrics: new FanOutMetrics(new Metrics()), logger });
});

/** A surface that writes and shows all that the records have of themselves, and some members more. */
function surfaceOf(definition: RecordDefinition, more: readonly string[]) {
  const own = Object.keys(definition.columns).filter((member) => !definition.columns[member]?.computed);
  const names = nameCopies(definition).map(({ shownAs }) => shownAs);
  // The names are the definition's own.
  return { shows: ['id', ...own, ...names, ...more] as never, writes: own };
}

function writers(): (Writer & { readonly statement: string })[] {
  return composedStatements(records).flatMap((composed) =>
    writersIn(namedText(composed), recordKinds).map((writer) => ({ statement: composed.name, ...writer })),
  );
}

function textOf(name: string): string {
  const composed = composedStatements(records).find((one) => one.name === name);
  return composed ? namedText(composed) : '';
}

test('every statement that writes a record stamps it, tells it, and leaves no copy, fan-out or text behind', () => {
  const all = writers();
  expect(all.filter(({ leavesOut }) => leavesOut.length > 0)).toEqual([]);
  // Each kind is created, updated and deleted, on each surface.
  const operations = new Set(all.map(({ kind, operation }) => `${kind} ${operation}`));
  expect(operations.size).toBe(recordKinds.length * 3);
  expect(all.map(({ statement }) => statement)).toEqual(
    expect.arrayContaining([
      'opportunities_create_kept',
      'opportunities_create_plain',
      'opportunities_update',
      'opportunities_step',
      'opportunities_follow_owner',
      'opportunities_fan_out',
      'opportunities_delete',
      'campaign_members_add',
      'campaign_members_delete',
      'campaign_members_opt_out',
      'contacts_opt_out',
      'shipping_addresses_clear_default',
    ]),
  );
});

test('a rule that a statement leaves out is found', () => {
  const [update, step] = [textOf('customers_update'), textOf('opportunities_step')];
  const found = [
    [step, 'cell.stamp(', 'now('],
    [step, ', version = record.version + 1', ''],
    [step, 'cell.outbox', 'cell.parked'],
    [step, 'team_before, team_after,', 'team_after,'],
    [step, 'lead_name = ', 'lead_id = '],
    [update, 'cell.open_fan_out', 'cell.ask'],
    [update, 'insert into tenant.search_text', 'insert into tenant.no_text'],
    [step, 'changes, details,', 'changes,'],
    [update, ', email_key = ', ', website = '],
  ].map(([text = '', rule = '', without = '']) => {
    expect(text).toContain(rule);
    return writersIn(text.replaceAll(rule, without), recordKinds).flatMap(({ leavesOut }) => leavesOut);
  });
  expect(found).toEqual([
    ['stamp'],
    ['version'],
    ['outbox row', 'details'],
    ['outbox row'],
    ['copies'],
    ['fan-out row'],
    ['search text'],
    ['details'],
    ['keys'],
  ]);
});

test('the texts that write records are made by few files, so that none comes beside those of the table', async () => {
  const files: string[] = [];
  for await (const file of glob('**/*.ts', { cwd: records, exclude: ['**/*.test.ts', 'testing/**'] })) {
    if (/(?:insert into|update|delete from) tenant\.\$\{/.test(await readFile(join(records, file), 'utf8'))) {
      files.push(file);
    }
  }
  expect(files.sort()).toEqual([
    'stamping/deleted-parts.ts',
    'stamping/many-statements.ts',
    'stamping/stamped-update.ts',
    'writing/creating/create-statement.ts',
    'writing/deleting/delete-statement.ts',
  ]);
});

test('a statement for many is refused when it is composed where it would leave a rule out', () => {
  const one = { name: 'test_many', where: 'true' };
  expect(() => changeMany(opportunities, one, { leadId: 'null' })).toThrow('cannot write leadId');
  expect(() => changeMany(leads, one, { companyName: `'A'` })).toThrow('cannot write companyName of leads');
  expect(() => changeMany(leads, one, { ownerUserId: 'null' })).toThrow('cannot write ownerUserId of leads');
  const added = { name: 'test_many', query: 'select' };
  expect(() => addMany(opportunities, { ...added, members: ['name', 'leadId'] })).toThrow('cannot write leadId');
  expect(() => addMany(leads, { ...added, members: ['ownerUserId'] })).toThrow('cannot write ownerUserId');
  expect(() => deleteMany(leads, one)).toThrow('leads are deleted one by one');
  const part = { ...leads, goesWith: ['campaignId'] };
  const database = databases.connect('rapport_public_api', { poolSize: 1 });
  const storeWith = (all: readonly RecordDefinition[]) => () =>
    new RecordStore<RecordDefinition['columns']>(campaigns, surfaceOf(campaigns, []), { database, all });
  expect(storeWith([campaigns, part, opportunities])).toThrow('no record may refer to them');
  expect(storeWith([campaigns, part])).toThrow('leads are deleted one by one');
});
