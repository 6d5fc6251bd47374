import { setTimeout as delay } from 'node:timers/promises';
import { type Tenant, until } from '@rapport/testbed';
import type { ClientPlan } from '../actors/sync-client.ts';
import { topicOf } from '../nemesis/topic-of.ts';
import { withSqlWriter, type SqlWriter } from '../nemesis/sql-writer.ts';
import type { Scenario } from '../scenario.ts';
import { everyClient, plainClients, type Stage } from '../stage.ts';
import { untilMoved } from '../until-moved.ts';
import type { Workload } from '../workload.ts';

/** The bounds of the purge while clients read. */
export const purgeScenarios: readonly Scenario[] = [
  {
    name: 'purge-during-reads',
    title:
      'the purge runs while feeds are read page by page: a client that it overtakes starts again and misses nothing',
    set: 'short',
    run: purgeDuringReads,
  },
  {
    name: 'purge-inside-a-stamp',
    title:
      'the purge takes a stamp of hundreds of items while clients are inside it: they start again and miss nothing',
    set: 'short',
    run: purgeInsideAStamp,
  },
  {
    name: 'everything-is-older-than-the-retention',
    title:
      'every item is older than the retention: the newest stays, the watermark does not go back, and events that come again bring nothing back',
    set: 'short',
    run: everythingIsOld,
  },
];

async function purgeDuringReads(stage: Stage): Promise<void> {
  const work = await stage.workload();
  await withOldRecords(stage, work, inPacks(400));
  const begun = new Set<ClientPlan>();
  // A client that dies in its first read starts again at the oldest item that is kept, and is owed nothing older.
  const plans = everyClient({ pageSizes: [10, 20], mayBeTooOld: true, crashes: 0 })
    .filter(({ reads }) => reads !== 'mixed')
    .map((plan) => ({ ...plan, afterPage: () => (begun.add(plan), delay(15)) }));
  work.startClients(plans);
  work.startClients(plainClients().filter(({ reads }) => reads === 'list'));
  // A client that begins behind the purge is owed nothing older either.
  await until(
    () => begun.size === plans.length,
    30_000,
    () => `only ${begun.size} of ${plans.length} clients have begun to read`,
  );
  work.startWriters(4, { pauseMs: 40 });
  await purgeNow(stage, work);
  await work.writes(40);
  await work.rounds(1);
  const restarts = work.clients.reduce((sum, { restarts }) => sum + restarts, 0);
  stage.figure('times that a client had to start again', String(restarts));
  await stage.judge(work);
}

async function purgeInsideAStamp(stage: Stage): Promise<void> {
  const work = await stage.workload();
  await withOldRecords(stage, work, (writer) => writer.create(600));
  // The purge never takes the newest item, which this write makes.
  await work.writer().create();
  await untilMoved(stage, work);
  const sizes = [7, 50, 200];
  const purged = Promise.withResolvers<void>();
  let inside = 0;
  const untilPurgedAround = async (): Promise<void> => {
    inside += 1;
    if (inside === sizes.length) {
      purged.resolve(purgeNow(stage, work));
    }
    await purged.promise;
  };
  const clients = sizes.map((size) =>
    work.client({
      ...{ reads: 'feed', goesOn: 'syncUntilUtc', pageSizes: [size], mayBeTooOld: true },
      afterPage: (page) => (page === 1 ? untilPurgedAround() : Promise.resolve()),
    }),
  );
  await Promise.all(clients.map((client) => client.round()));
  stage.expect(
    clients.every(({ restarts }) => restarts === 1),
    'a client went on inside a stamp that was purged',
  );
  await stage.judge(work);
}

async function purgeNow(stage: Stage, work: Workload): Promise<void> {
  stage.fault('the feed is kept for a day from now on', work);
  await keepForADay(stage, work.tenant);
  await untilPurged(stage, work);
}

async function everythingIsOld(stage: Stage): Promise<void> {
  const work = await stage.workload();
  await withOldRecords(stage, work, inPacks(60));
  const clients = plainClients().map((plan) => work.client(plan));
  for (const client of clients) {
    await client.round();
  }
  await purgeNow(stage, work);
  for (let left = stage.scaled(10, 5); left > 0; left -= 1) {
    for (const client of clients) {
      await client.round();
    }
    await delay(200);
  }
  const tooOld = await work.api.customers.listCustomerChanges({ query: { updatedFrom: '2020-01-01T00:00:00Z' } });
  stage.expect(tooOld.status === 400, `a time from before the purge is answered ${tooOld.status}`);
  await sendAgain(stage, work);
  for (let round = 0; round < 3; round += 1) {
    await work.writer().create();
    for (const client of clients) {
      await client.round();
    }
  }
  await stage.judge(work);
}

/** A purged item never comes back: a message moves what is in the outbox, and brings no item itself. */
async function sendAgain(stage: Stage, work: Workload): Promise<void> {
  const topic = await topicOf(stage.processes);
  const events = (await topic.events()).filter(({ key }) => key.startsWith(work.tenant.id));
  stage.fault(`${events.length} events of purged items are sent again`, work);
  await topic.publish(events);
  for (let round = 0; round < 20; round += 1) {
    await work.writer().create();
  }
  await untilMoved(stage, work);
  const left = await oldItems(stage, work);
  stage.expect(left <= 1, `${left} purged items are there again`);
}

/** Makes records whose changes lie three days back, as if the tenant had existed then. */
async function withOldRecords(
  stage: Stage,
  work: Workload,
  make: (writer: SqlWriter) => Promise<unknown>,
): Promise<void> {
  const { schema } = work.tenant;
  await withSqlWriter(stage.platform, work.tenant, async (writer) => {
    await make(writer);
  });
  await untilMoved(stage, work);
  // A replicating session skips the triggers that check stamps.
  await stage.platform.query(`begin; set local session_replication_role = replica;
    update ${schema}.customer set created_on = created_on - interval '3 days', last_modified_on = last_modified_on - interval '3 days';
    update ${schema}.change_feed set occurred_on = occurred_on - interval '3 days';
    update ${schema}.feed_floor set born = born - interval '3 days';
    commit`);
}

/** One statement makes so many records, over twenty stamps in a row. */
function inPacks(count: number): (writer: SqlWriter) => Promise<void> {
  return async (writer) => {
    for (let made = 0; made < count; made += 20) {
      await writer.create(20, 1);
    }
  };
}

async function keepForADay({ platform }: Stage, { id }: Tenant): Promise<void> {
  const text = `update control.tenant set overrides = '{"feedRetentionDays": 1}' where id = $1`;
  await platform.query(text, [id], 'administrator of control');
}

async function untilPurged(stage: Stage, work: Workload): Promise<void> {
  await until(
    async () => (await oldItems(stage, work)) <= 1,
    60_000,
    async () => `${await oldItems(stage, work)} items that are too old were not purged`,
  );
}

async function oldItems({ platform }: Stage, { tenant }: Workload): Promise<number> {
  const text = `select count(*)::int as n from ${tenant.schema}.change_feed where occurred_on < now() - interval '1 day'`;
  return (await platform.query<{ n: number }>(text))[0]?.n ?? 0;
}
