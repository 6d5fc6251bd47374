import { join } from 'node:path';
import type * as database from '@rapport/database';
import type { Statement } from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import {
  composedStatements,
  createTestDatabases,
  type MeasuredPlan,
  type PlanValue,
  type TestDatabases,
} from '@rapport/database/testing';
import { newId } from '@rapport/kernel';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { CursorCodec, OwnerFollower, SyncedRecords } from '../../index.ts';
import { fanOutStatements } from '../../naming/fan-out-statements.ts';
import { analyse } from '../../testing/large-tenant.ts';
import { fillWithMillion, type Sample } from '../../testing/million-records.ts';
import {
  contactSurface,
  leadSurface,
  namedContacts,
  namedLeads,
  namedOpportunities,
  namedRecords,
  opportunitySurface,
} from '../../testing/named-records.ts';
import { createTestTenant, cursorKey, type TestTenant } from '../../testing/tenant.ts';

const records = Number(process.env['PLANS_RECORDS'] ?? 1_000_000);
const pageRows = 51;
const feedScan = 5_000;
const minutes = 900_000;

vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

let databases: TestDatabases;
let tenant: TestTenant;

beforeAll(async () => {
  databases = await createTestDatabases(inject('postgresAdministratorUrl'));
  tenant = await createTestTenant(databases);
  new OwnerFollower(namedRecords);
  fanOutStatements(namedRecords);
  const needs = { database: tenant.database, cursors: new CursorCodec(cursorKey), all: namedRecords };
  new SyncedRecords(namedContacts, contactSurface, needs);
  new SyncedRecords(namedLeads, leadSurface, needs);
  new SyncedRecords(namedOpportunities, opportunitySurface, needs);
});
afterAll(() => databases.drop());

test(
  'no list, feed or fan-out reads more of a tenant with very many records than its page, its scan or its chunk',
  async () => {
    const owner = databases
      .connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: minutes } })
      .tenant(tenant.caller().tenant);
    const sample = await fillWithMillion(owner, tenant.caller(), records);
    await analyse(tenant.caller(), owner);
    const measured = await measureAll(sample);
    console.log(table(measured));
    expect(measured.length).toBeGreaterThan(40);
    expect(measured.filter(([, { rows }]) => rows > 6 * feedScan).map(([name]) => name)).toEqual([]);
  },
  minutes,
);

async function measureAll(sample: Sample): Promise<(readonly [name: string, plan: MeasuredPlan])[]> {
  const session = await databases.planSession('cell', 'rapport_public_api');
  const measured: (readonly [name: string, plan: MeasuredPlan])[] = [];
  for (const statement of composedStatements(join(import.meta.dirname, '..', '..'))) {
    for (const { name, values } of runsOf(statement, sample)) {
      const sent = { statement, values: statement.names.map((each) => values[each] ?? null) };
      measured.push([name, await session.measure(sent, tenant.number)]);
    }
  }
  return measured;
}

interface Run {
  readonly name: string;
  /** By the names of the statement. */
  readonly values: Readonly<Record<string, PlanValue>>;
}

/** A statement with the values of a usual caller, and in the scope own also of one that sees three records. */
function runsOf({ name }: Statement, sample: Sample): Run[] {
  const [, resource = '', read, page, scope] = /^(\w+)_(list|feed)_(first|next)_(all|own|team)$/.exec(name) ?? [];
  if (read !== undefined) {
    const viewers =
      scope === 'all' ? [null] : scope === 'team' ? [sample.teamId] : [sample.ownerId, sample.rareOwnerId];
    return viewers.map((viewer, at) => ({
      name: at === 0 ? name : `${name}, of three`,
      values: { ...pageValues(resource, read, page, sample), viewer },
    }));
  }
  if (name.endsWith('_fan_out')) {
    return [{ name, values: { chunkMax: 300, traceparent: '' } }];
  }
  switch (name) {
    case 'fan_out_done':
      return [{ name, values: { goneMax: 300 } }];
    case 'fan_out_open':
      return [{ name, values: { after: 0, tenantsMax: 100, countedMax: 10_000 } }];
    default:
      return [];
  }
}

function pageValues(resource: string, read: string, page: string | undefined, sample: Sample): Run['values'] {
  const number = namedRecords.find((definition) => definition.resource.name === resource)?.resource.number ?? 0;
  const { time = null, id = null } = (read === 'list' ? sample.positions : sample.items)[number] ?? {};
  const { client } = sample;
  return page === 'first'
    ? { client, updatedFrom: time, limit: pageRows, user: newId() }
    : { client, lastTime: time, lastId: id, watermark: 'infinity', limit: pageRows };
}

function table(measured: readonly (readonly [string, MeasuredPlan])[]): string {
  const rows = measured.map(([name, { readings, rows: read, buffers, milliseconds, dear }]) =>
    [name, read, buffers, milliseconds.toFixed(2), readings.join(', '), dear.join(', ')].join(' | '),
  );
  return ['statement | rows read | buffers | ms | read from | sorts and whole tables', ...rows].join('\n');
}
