import { done } from '@rapport/testbed';
import { withSqlWriter } from '../nemesis/sql-writer.ts';
import type { Scenario } from '../scenario.ts';
import { everyClient, plainClients, type Stage } from '../stage.ts';

/** The fate of the pages of one read while records change. */
export const pagingScenarios: readonly Scenario[] = [
  {
    name: 'many-records-of-one-stamp',
    title: 'hundreds of records of one stamp come once each, in pages of 1, 7 and 200',
    set: 'short',
    run: (stage) => recordsOfOneStamp(stage, stage.scaled(400, 220)),
  },
  {
    name: 'ten-thousand-records-of-one-stamp',
    title: 'ten thousand records of one stamp come once each, in pages of 1, 7 and 200',
    set: 'all',
    run: (stage) => recordsOfOneStamp(stage, 10_000),
  },
  {
    name: 'records-that-share-a-millisecond',
    title:
      'a client that cuts a time to the millisecond, rounds it up or sends a seventh digit misses no record of that millisecond',
    set: 'short',
    run: recordsOfOneMillisecond,
  },
  {
    name: 'hot-record-during-a-long-read',
    title:
      'a record that changes as fast as it can during a read of a hundred pages: the read ends, and the record is in it or in the next',
    set: 'short',
    run: hotRecord,
  },
  {
    name: 'changed-between-two-pages',
    title:
      'records before and after the page that is read are changed, deleted and made again: each is in this read or in the next',
    set: 'short',
    run: changedBetweenPages,
  },
];

async function recordsOfOneStamp(stage: Stage, count: number): Promise<void> {
  const work = await stage.workload();
  await withSqlWriter(stage.platform, work.tenant, async (writer) => {
    await writer.create(count);
    await writer.create(1);
  });
  for (const size of [1, 7, 200]) {
    for (const plan of plainClients({ pageSizes: [size] })) {
      const client = work.client(plan);
      const began = performance.now();
      await client.round();
      stage.figure(`${plan.reads} in pages of ${size}`, `${((performance.now() - began) / 1_000).toFixed(1)} s`);
      stage.expect(
        client.copy.size === count + 1,
        `${client.name} in pages of ${size} was given ${client.copy.size} records`,
      );
    }
  }
  await stage.judge(work);
}

async function recordsOfOneMillisecond(stage: Stage): Promise<void> {
  const rounds = stage.scaled(15, 6);
  const work = await stage.workload();
  work.startClients([...everyClient(), ...everyClient({ spell: (time) => time.replace('Z', '9Z') })]);
  await withSqlWriter(stage.platform, work.tenant, async (writer) => {
    for (let round = 0; round < rounds; round += 1) {
      await writer.create(30, 1);
      await writer.create();
      if (round % 5 === 0) {
        await work.rounds(1);
      }
    }
  });
  await stage.judge(work);
}

async function hotRecord(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const id = (await work.writer().create()) ?? '';
  await withSqlWriter(stage.platform, work.tenant, async (writer) => {
    await writer.create(500);
    const clients = plainClients({ pageSizes: [5] }).map((plan) => work.client(plan));
    let isReading = true;
    let updates = 0;
    const began = performance.now();
    const updating = (async () => {
      for (; isReading; updates += 1) {
        await writer.update(id);
      }
    })();
    await Promise.all(clients.map((client) => client.round()));
    isReading = false;
    await updating;
    stage.figure('updates a second', ((updates / (performance.now() - began)) * 1_000).toFixed(0));
    const pages = Math.max(...work.history.reads.map((read) => read.pages));
    stage.figure('pages of the longest read', String(pages));
    stage.expect(pages >= 100 && pages < 100 + updates, `the read had ${pages} pages`);
  });
  await stage.judge(work);
}

async function changedBetweenPages(stage: Stage): Promise<void> {
  const work = await stage.workload();
  const { api } = work;
  const make = async (n: number): Promise<string> => {
    const body = { name: `made ${n}`, description: `made ${n}`, externalId: `x-${n}` };
    return done(await api.customers.createCustomer({ body }), 201).id;
  };
  const ids: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    ids.push(await make(n));
  }
  const spoil = async (page: number): Promise<void> => {
    const places = [page * 4 - 2, 39 - page * 4];
    for (const place of places) {
      const id = ids[place];
      if (id === undefined) {
        continue;
      }
      if (page % 2 === 0) {
        const body = { name: `changed ${page}`, description: `made ${place}` };
        await api.customers.updateCustomer({ params: { id }, body });
      } else {
        await api.customers.deleteCustomer({ params: { id } });
        if (page % 3 === 0) {
          ids[place] = await make(place);
        }
      }
    }
  };
  for (const plan of plainClients({ pageSizes: [4], afterPage: spoil })) {
    const client = work.client(plan);
    await client.round();
    await client.round();
  }
  await stage.judge(work);
}
