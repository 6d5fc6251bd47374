import { done } from '@rapport/testbed';
import { cutToMillisecond, nextMillisecond } from '../actors/goes-on.ts';
import { withSqlWriter } from '../nemesis/sql-writer.ts';
import type { Scenario } from '../scenario.ts';
import { everyClient, plainClients, type Stage } from '../stage.ts';
import type { Workload } from '../workload.ts';

/** The end of a read, and the times that a client may send as its beginning. */
export const watermarkScenarios: readonly Scenario[] = [
  {
    name: 'clock-far-behind',
    title: 'a wall clock an hour behind the tenant’s: stamps go on from the last one, and no client misses one',
    set: 'short',
    run: clockFarBehind,
  },
  {
    name: 'watermarks-are-one',
    title: 'the watermark of a list is good for the feed, that of a feed for the list',
    set: 'short',
    run: watermarksAreOne,
  },
  {
    name: 'newest-record-deleted',
    title: 'the newest record is deleted: the watermark does not go back, and the feed shows the delete',
    set: 'short',
    run: newestDeleted,
  },
  {
    name: 'times-as-they-may-be-sent',
    title:
      'a time is one moment however it is written, in the future too; one without a zone, or whose plus became a space, is refused',
    set: 'short',
    run: timesAsSent,
  },
];

async function clockFarBehind(stage: Stage): Promise<void> {
  const work = await stage.workload();
  await work.writer().create();
  await withSqlWriter(stage.platform, work.tenant, async ({ sql }) => {
    await sql.query(
      `select setval('${work.tenant.schema}.clock',
        pg_sequence_last_value('${work.tenant.schema}.clock') + 3600000000)`,
    );
  });
  stage.fault('the tenant’s clock is an hour ahead', work);
  work.startWriters(6, { pauseMs: 10 });
  work.startClients(everyClient({ pauseMs: 5 }));
  await work.writes(stage.scaled(400));
  await work.rounds(2);
  await stage.judge(work);
}

async function watermarksAreOne(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const writer = work.writer();
  for (let round = 0; round < 10; round += 1) {
    await writer.create();
    const [list, feed] = [await newest(work, 'list'), await newest(work, 'feed')];
    stage.expect(list === feed, `the list ends at ${list}, the feed at ${feed}`);
    const id = await writer.create();
    for (const kind of ['list', 'feed'] as const) {
      const ids = await idsFrom(work, kind, list);
      stage.expect(ids.length === 1 && ids[0] === id, `the ${kind} from ${list} gives ${ids.length} records`);
    }
  }
  for (const plan of everyClient()) {
    await work.client(plan).round();
  }
  await stage.judge(work);
}

async function newestDeleted(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const clients = plainClients().map((plan) => work.client(plan));
  const writer = work.writer({ pauseMs: 0 });
  await writer.create();
  for (let round = 0; round < 10; round += 1) {
    const made = done(
      await work.api.customers.createCustomer({ body: { name: `newest ${round}`, description: `newest ${round}` } }),
      201,
    );
    for (const client of clients) {
      await client.round();
    }
    await work.api.customers.deleteCustomer({ params: { id: made.id } });
    const after = await newest(work, 'list');
    stage.expect(after > nextMillisecond(made.lastModifiedOnUtc), `after the delete the list ends at ${after}`);
    for (const client of clients) {
      await client.round();
    }
    stage.expect((await newest(work, 'feed')) === after, 'a quiet tenant’s watermark moved');
  }
  await stage.judge(work);
}

async function timesAsSent(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const writer = work.writer();
  for (let n = 0; n < 5; n += 1) {
    await writer.create();
  }
  const all = done(await work.api.customers.listCustomers({ query: {} }), 200).data.map(
    ({ lastModifiedOnUtc }) => lastModifiedOnUtc,
  );
  const from = all[2] ?? '';
  const inIndia = new Date(Date.parse(from) + 19_800_000).toISOString().slice(0, 19) + from.slice(19, 26) + '+05:30';
  const spellings = { 'as it is': from, '+05:30': inIndia, 'a seventh digit': from.replace('Z', '9Z') };
  for (const [spelling, updatedFrom] of Object.entries(spellings)) {
    for (const kind of ['list', 'feed'] as const) {
      const ids = await idsFrom(work, kind, updatedFrom);
      stage.expect(ids.length === 3, `the ${kind} from ${updatedFrom} (${spelling}) gives ${ids.length} of 3`);
    }
  }
  const cut = await idsFrom(work, 'list', cutToMillisecond(from));
  stage.expect(cut.length === 3, `the list from the millisecond gives ${cut.length} of 3`);
  const future = await work.api.customers.listCustomers({ query: { updatedFrom: '2999-01-01T00:00:00Z' } });
  stage.expect(future.status === 200, `a time in the future is answered ${future.status}`);
  for (const unclear of [from.slice(0, -1), inIndia.replace('+', ' ')]) {
    const { status } = await work.api.customers.listCustomers({ query: { updatedFrom: unclear } });
    stage.expect(status === 400, `${unclear}, which names no moment, is answered ${status}`);
  }
  for (const plan of plainClients()) {
    await work.client(plan).round();
  }
  await stage.judge(work);
}

type Kind = 'list' | 'feed';

async function newest({ api }: Workload, kind: Kind): Promise<string> {
  const query = { pageSize: 1 };
  return kind === 'list'
    ? done(await api.customers.listCustomers({ query }), 200).syncUntilUtc
    : done(await api.customers.listCustomerChanges({ query }), 200).syncUntilUtc;
}

async function idsFrom({ api }: Workload, kind: Kind, updatedFrom: string): Promise<string[]> {
  const query = { updatedFrom, pageSize: 200 };
  return kind === 'list'
    ? done(await api.customers.listCustomers({ query }), 200).data.map(({ id }) => id)
    : done(await api.customers.listCustomerChanges({ query }), 200).data.map(({ entityId }) => entityId);
}
