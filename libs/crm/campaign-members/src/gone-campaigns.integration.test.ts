import { campaignMembers, campaigns, contacts, customers, leads } from '@rapport/crm-records';
import { advisoryLocks, statement } from '@rapport/database';
import { databasesOfFile } from '@rapport/database/testing';
import { AppError, newId } from '@rapport/kernel';
import { callerOf } from '@rapport/kernel/testing';
import { FanOutMetrics, FanOutSweeper, NameFanOut, RecordStore, RecordTransactions } from '@rapport/records';
import { Background, Metrics, startTelemetry } from '@rapport/telemetry';
import { expect, test } from 'vitest';
import { CampaignMemberList } from './campaign-member-list.ts';
import { CampaignMemberService } from './campaign-member-service.ts';

const kinds = [customers, contacts, leads, campaigns, campaignMembers];

const databases = await databasesOfFile();
let tenants = 0;

const people = databases.connect('rapport_application_api');
const clients = databases.connect('rapport_public_api');
const owner = databases.connect('rapport_owner', { poolSize: 2 });
const telemetry = await startTelemetry({ service: 'test', instance: 1, sampleRatio: 0, logLevel: 'silent' });

function fanOut(): NameFanOut {
  const metrics = new FanOutMetrics(new Metrics());
  return new NameFanOut({ definitions: kinds, metrics, logger: telemetry.logger });
}

/** A tenant with a campaign that addresses contacts. Without a fan-out nothing goes after a delete. */
async function addressed(count: number, names?: NameFanOut) {
  const tenant = { id: newId(), number: (tenants += 1), cell: 'cell' };
  await databases.createTenant(tenant.number);
  const context = callerOf(tenant);
  const needs = { database: people, all: kinds, ...(names && { fanOut: names }) };
  const store = new RecordStore(campaigns, { shows: ['id', 'name'], writes: ['name'], answers: 'id' }, needs);
  const sql = owner.tenant(tenant);
  const made = await store.create(context, { name: 'Fair' });
  const campaignId = JSON.parse(made.body) as string;
  await sql.write(context, fill.with({ campaignId, count }));
  const rows = await sql.query<MemberRow>(context, findMembers);
  return {
    ...{ tenant, context, store, campaignId, rows },
    contacts: new RecordStore(contacts, { shows: ['id'], writes: ['lastName', 'customerId'], answers: 'id' }, needs),
    members: new CampaignMemberService(new RecordTransactions({ database: people })),
    left: async () => (await sql.query<MemberRow>(context, findMembers)).length,
    open: async () => (await sql.query(context, findOpen)).length,
    gone: () => sql.query<GoneRow>(context, findGone),
  };
}

type Addressed = Awaited<ReturnType<typeof addressed>>;

interface MemberRow {
  readonly id: string;
  readonly number: number;
  readonly contactId: string;
}

interface GoneRow {
  readonly recordId: string;
  readonly version: number;
  readonly at: string;
  readonly actor: string | null;
}

async function expectAllGone({ rows, left, open, gone }: Addressed): Promise<GoneRow[]> {
  await expect.poll(open, { timeout: 20_000 }).toBe(0);
  expect(await left()).toBe(0);
  const items = await gone();
  expect(items.map(({ recordId }) => recordId).sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(new Set(items.map(({ version }) => version))).toEqual(new Set([2]));
  return items;
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

test('the members of a deleted campaign go after it in chunks under one stamp each, and each has its change', async () => {
  const campaign = await addressed(1_500, fanOut());
  const { context, store, campaignId } = campaign;
  await store.delete(context, campaignId);
  const items = await expectAllGone(campaign);
  expect(new Set(items.map(({ actor }) => actor))).toEqual(new Set([context.actor.userId]));
  const chunks = [...Map.groupBy(items, ({ at }) => at).values()].map((chunk) => chunk.length);
  expect(chunks.length).toBeGreaterThan(1);
  expect(Math.max(...chunks)).toBeLessThanOrEqual(1_000);
});

test('nothing finds, adds to or is held by the members of a campaign that is gone, before they go themselves', async () => {
  const campaign = await addressed(3);
  const { tenant, context, store, campaignId, members, rows, left, open } = campaign;
  await store.delete(context, campaignId);
  expect([await left(), await open()]).toEqual([3, 1]);
  const [first, second] = rows;
  const list = new CampaignMemberList(people, ['id', 'contactId']);
  const filters = [{ field: 'campaignId', operator: 'eq', value: campaignId }] as const;
  const search = { page: 1, pageSize: 10, sort: { by: 'id', direction: 'asc' }, words: [], filters } as const;
  const addition = { campaignId, contactIds: [second?.contactId ?? ''], leadIds: [], customerIds: [], status: 'sent' };
  expect([
    await codeOf(list.search(context, search as never, () => true)),
    await codeOf(members.delete(context, String(first?.number))),
    await codeOf(members.add(context, addition)),
    await codeOf(campaign.contacts.delete(context, first?.contactId ?? '')),
  ]).toEqual(['not_found', 'not_found', 'not_found', 'done']);
  await fanOut().run(context, people.tenant(tenant), { actorId: null }, 60_000);
  await expectAllGone(campaign);
});

test('what a process left of a campaign is finished by the sweeper of another', async () => {
  const campaign = await addressed(2_000);
  const { tenant, context, store, campaignId, left } = campaign;
  await store.delete(context, campaignId);
  const dying = fanOut();
  const running = dying.run(context, people.tenant(tenant), { actorId: context.actor.userId }, 60_000);
  await expect.poll(left, { interval: 1 }).toBeLessThan(2_000);
  await dying.stop();
  await running;
  expect(await left()).toBeGreaterThan(0);
  const metrics = new FanOutMetrics(new Metrics());
  const sweeper = new FanOutSweeper({ database: clients, fanOut: fanOut(), metrics, telemetry, everyMs: 20 });
  const background = new Background(telemetry);
  sweeper.start(background);
  await expectAllGone(campaign);
  await background.stop();
});

test('of a member that is added and a campaign that is deleted at once none is left, whichever comes first', async () => {
  for (const isAddedFirst of [true, false]) {
    const campaign = await addressed(1, fanOut());
    const { tenant, context, store, campaignId, members, contacts: store2, left, open } = campaign;
    const contactId = JSON.parse((await store2.create(context, { lastName: 'Added' })).body) as string;
    const addition = { campaignId, contactIds: [contactId], leadIds: [], customerIds: [], status: null };
    const add = (): Promise<string> => codeOf(members.add(context, addition));
    const remove = (): Promise<string> => codeOf(store.delete(context, campaignId));
    const work: Promise<string>[] = [];
    await owner.tenant(tenant).transaction(context, async (sql) => {
      await sql.query(context, lock);
      for (const begin of isAddedFirst ? [add, remove] : [remove, add]) {
        work.push(begin());
        await expect.poll(() => sql.query(context, waiting), { interval: 2 }).toEqual([{ n: work.length }]);
      }
    });
    expect(await Promise.all(work)).toEqual(isAddedFirst ? ['done', 'done'] : ['done', 'not_found']);
    await expect.poll(open).toBe(0);
    expect(await left()).toBe(0);
  }
});

/** Contacts, each of which is a member. */
const fill = statement(
  'test_fill',
  `with stamped as materialized (select cell.stamp(:tenant, 'tenant.clock') as at),
contact as (
  insert into tenant.contact (id, last_name, version, created_on, last_modified_on)
  select uuidv7(), 'Contact ' || n, 1, at, at from stamped, generate_series(1, :count::int) n returning id
)
insert into tenant.campaign_member (id, campaign_id, contact_id, version, created_on, last_modified_on)
select uuidv7(), :campaignId::uuid, contact.id, 1, at, at from stamped, contact`,
);

const findMembers = statement(
  'test_members',
  'select id, number, contact_id as "contactId" from tenant.campaign_member order by number',
);
const findOpen = statement('test_open', 'select from cell.fan_out where tenant = :tenant');
const findGone = statement(
  'test_gone',
  `select record_id as "recordId", version::int as version, occurred_on::text as at, actor from cell.outbox
   where tenant = :tenant and resource = 9 and operation = 'deleted'`,
);
const lock = statement('test_lock', `select pg_advisory_xact_lock(${advisoryLocks.tenantWrites}, :tenant)`);
const waiting = statement(
  'test_waiting',
  `select count(*)::int as n from pg_locks
   where locktype = 'advisory' and classid = ${advisoryLocks.tenantWrites} and objid = :tenant and not granted
     and database = (select oid from pg_database where datname = current_database())`,
);
