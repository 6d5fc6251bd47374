import type * as database from '@rapport/database';
import { schemaName, statement, type Database, type TenantSql } from '@rapport/database';
import type * as testing from '@rapport/database/testing';
import { composedStatements, databasesOfFile, PlanSession, statementsNotComposed } from '@rapport/database/testing';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, expect, test, vi } from 'vitest';
import { referrersTo } from '../../defining/definition.ts';
import { CursorCodec, OwnerFollower, SteppedRecords, SyncedRecords } from '../../index.ts';
import { fanOutStatements } from '../../naming/fan-out-statements.ts';
import { analyse, fillTenant, keepStatistics } from '../../testing/large-tenant.ts';
import {
  contactSurface,
  leadSurface,
  namedCampaigns,
  namedContacts,
  namedLeads,
  namedMembers,
  namedOpportunities,
  namedRecords,
  opportunitySurface,
} from '../../testing/named-records.ts';
import { exportStatement } from '../../reading/export-statements.ts';
import { recordRules } from '../../stamping/rules.ts';
import { stepStatement } from '../../writing/stepping/step-statement.ts';
import { addMany, changeMany, deleteMany } from '../../stamping/many-statements.ts';
import { createTestTenant, cursorKey, type TestTenant } from '../../testing/tenant.ts';
import { referringNames } from '../../writing/deleting/delete-statement.ts';

// The lib's statements are remembered when they are composed, so no list of them is kept here.
vi.mock('@rapport/database', async (importOriginal) => {
  const { rememberingStatements } = await vi.importActual<typeof testing>('@rapport/database/testing');
  return rememberingStatements(await importOriginal<typeof database>());
});

const library = join(import.meta.dirname, '..', '..');

/** Tables with one row for the cell's epoch, and one for each resource: there is nothing to find in them. */
const smallTables = ['epoch', 'feed_floor'];
const roles = ['rapport_public_api', 'rapport_subscription_service'] as const;
const records = 10_000;

let early: PlanSession[];
const sessions: PlanSession[] = [];

const databases = await databasesOfFile();
const tenant = await createTestTenant(databases, databases.connect('rapport_public_api', { poolSize: 1 }));
composeEverything(tenant.database);
const owner = ownerOf(tenant);
afterAll(() => Promise.all(sessions.map((session) => session.close())));

test('every statement of this lib is composed here', async () => {
  expect(await statementsNotComposed(library)).toEqual([]);
  expect(composedStatements(library).length).toBeGreaterThan(30);
});

test('a row with a name is locked together with the stamp in every statement, so in no plan before it', () => {
  const texts = composedStatements(library).map(({ text }) => text);
  const locking = texts.flatMap((text) =>
    text.split(' as materialized (').filter((expression) => expression.includes('for share')),
  );
  expect(locking.length).toBeGreaterThan(10);
  const together = /\bfrom stamped, tenant\.|\band stamped\.at is not null\nfor share/;
  expect(locking.filter((expression) => !together.test(expression))).toEqual([]);
});

test('no plan that is made while a tenant is empty reads or sorts more than it gives', async () => {
  await keepStatistics(tenant.caller(), owner);
  early = await openSessions();
  expect(await dearPlans(early)).toEqual({});
  await analyse(tenant.caller(), owner);
  const analysed = await openSessions();
  expect(await dearPlans(analysed), 'made when the planner knew that it was empty').toEqual({});
  early.push(...analysed);
});

test('no plan of a tenant with 10,000 records reads or sorts more than it gives, whether the planner knows of them or not', async () => {
  await fillTenant(owner, tenant.caller(), { records, owners: 50 });
  expect(await dearPlans(early), 'made while it was empty').toEqual({});
  expect(await dearPlans(await openSessions()), 'made without statistics').toEqual({});
  await analyse(tenant.caller(), owner);
  expect(await dearPlans(await openSessions()), 'made with statistics').toEqual({});
});

test('no plan that is made while one user has every record reads or sorts more than it gives', async () => {
  const other = await createTestTenant(databases, databases.connect('rapport_public_api', { poolSize: 1 }));
  const itsOwner = ownerOf(other);
  await fillTenant(itsOwner, other.caller(), { records, owners: 1 });
  await analyse(other.caller(), itsOwner);
  expect(await dearPlans(await openSessions(), other)).toEqual({});
});

test('a plan misses every index that is dropped, except those that only guard, or serve the worker, the migrations, custom fields or the application API', async () => {
  const session = await openOwnersSession();
  const all = [...(await session.indexes(schemaName(tenant.number))), ...(await session.indexes('cell'))];
  const notMissed: string[] = [];
  for (const index of all.filter(({ index: name }) => !ofOtherKinds.test(name))) {
    // Without its unique index an `on conflict` has no plan at all.
    const found = await session.without(index, () => dearPlans([session])).catch((error: unknown) => error);
    if (isDeepStrictEqual(found, {})) {
      notMissed.push(index.index);
    }
  }
  expect(notMissed).toEqual([
    'contact_created',
    'contact_email',
    'contact_email_key',
    'contact_last_name',
    'contact_mobile_phone',
    'contact_opted_out',
    'contact_phone',
    'custom_field_key',
    'custom_field_order',
    'custom_field_pkey',
    'customer_code_order',
    'customer_created',
    'customer_email_key',
    'customer_group_code_unique',
    'customer_group_name_unique',
    'customer_group_pkey',
    'customer_in_group',
    'customer_kind',
    'customer_name',
    'customer_phone',
    'external_id_deleted',
    'feed_floor_pkey',
    'idempotency_key_age',
    'lead_campaign',
    'lead_company_name',
    'lead_created',
    'lead_email',
    'lead_kind',
    'lead_last_name',
    'opportunity_amount',
    'opportunity_close',
    'opportunity_created',
    'opportunity_kind',
    'opportunity_name',
    'search_text_words',
    'timeline_age',
    'timeline_ended',
    'timeline_mail',
    'timeline_pkey',
    'epoch_only_one',
    'epoch_pkey',
    'migration_pkey',
    'outbox_pkey',
    'outbox_relay',
    'outbox_seq',
    'poison_event_pkey',
    'tenant_schema_failed',
    'tenant_schema_pkey',
    'tenant_schema_version',
  ]);
}, 240_000);

/** Indexes of tables whose records clients do not synchronise: none of their statements is composed here. */
const ofOtherKinds = /^(activity|campaign|mailing|marketing|shipping_address)_/;

/** The statements of a process with all resources; the customers are those of the tenant. */
function composeEverything(database: Database): void {
  new OwnerFollower(namedRecords);
  fanOutStatements([...namedRecords, namedCampaigns, namedMembers]);
  const needs = { database, cursors: new CursorCodec(cursorKey), all: namedRecords };
  new SyncedRecords(namedContacts, contactSurface, needs);
  new SyncedRecords(namedLeads, leadSurface, needs);
  new SyncedRecords(namedOpportunities, opportunitySurface, needs);
  new SteppedRecords(namedOpportunities, { ...opportunitySurface, items: ['id'] }, needs);
  const one = { where: 'record.id = :id::uuid', ifVisible: true };
  changeMany(namedLeads, { name: 'leads_change_many', ...one }, { jobTitle: ':jobTitle::text' });
  addMany(namedLeads, { name: 'leads_add_many', members: ['lastName'], query: 'select :lastName::text as last_name' });
  namedRecords.forEach((definition) => exportStatement(definition, ['id'], {}));
  stepStatement(namedLeads, { member: 'status', from: { new: ['contacted'], contacted: [] } }, recordRules);
  deleteMany(namedMembers, { name: 'campaign_members_delete_many', where: one.where });
  for (const { resource } of namedRecords) {
    const referrers = referrersTo(resource, namedRecords);
    if (referrers.length > 0) {
      statement(`${resource.name}_referrers`, referringNames(referrers));
    }
  }
}

/** The owner of a tenant's tables, with time enough to fill them. */
function ownerOf(one: TestTenant): TenantSql {
  return databases
    .connect('rapport_owner', { poolSize: 1, times: { postgresQueryMs: 60_000 } })
    .tenant(one.caller().tenant);
}

function openSessions(): Promise<PlanSession[]> {
  return Promise.all(roles.map((role) => openSession(databases.url('cell', role))));
}

/** With the settings of a service and the rights of the owner of the tables. */
function openOwnersSession(): Promise<PlanSession> {
  const url = new URL(databases.url('cell', 'rapport_subscription_service'));
  url.searchParams.set('options', '-c role=rapport_owner');
  return openSession(url.href);
}

async function openSession(url: string): Promise<PlanSession> {
  const session = await PlanSession.open(url, smallTables);
  sessions.push(session);
  return session;
}

/** The expensive steps in the plan of each statement, under every role that may run it. */
async function dearPlans(asRoles: readonly PlanSession[], { number } = tenant): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  // An export gives all records of a kind, so it may read and sort all.
  for (const statement of composedStatements(library).filter(({ name }) => !name.endsWith('_export'))) {
    const plans = await Promise.all(asRoles.map((session) => session.dearSteps(statement, number)));
    expect(
      plans.some((steps) => steps !== null),
      `some role may run ${statement.name}`,
    ).toBe(true);
    const steps = plans.flatMap((steps) => steps ?? []);
    if (steps.length > 0) {
      found[statement.name] = [...new Set(steps)];
    }
  }
  return found;
}
