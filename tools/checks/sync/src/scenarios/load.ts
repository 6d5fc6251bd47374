import { holdTransactions } from '../nemesis/held-transactions.ts';
import { stutter } from '../nemesis/stutter.ts';
import type { Scenario } from '../scenario.ts';
import { everyClient, plainClients, type Stage } from '../stage.ts';

/** Many writers and many clients at once. */
export const loadScenarios: readonly Scenario[] = [
  {
    name: 'writers-and-clients',
    title:
      'writers, held transactions, and clients that go on from any time they saw, and crash: no client misses a change',
    set: 'short',
    run: (stage) => underLoad(stage, stage.scaled(300)),
  },
  {
    name: 'writers-and-clients-for-long',
    title: 'with forty times as many writes no client misses a change',
    set: 'all',
    run: (stage) => underLoad(stage, stage.scaled(12_000)),
  },
  {
    name: 'everything-stutters',
    title: 'while every process freezes now and then, so that its messages come late, no client misses a change',
    set: 'all',
    run: everythingStutters,
  },
  {
    name: 'own-writes',
    title:
      'a create, an update or a delete that was answered is in the list and in the feed at once, each time, under load',
    set: 'short',
    run: (stage) => ownWrites(stage, stage.scaled(100)),
  },
  {
    name: 'own-writes-a-thousand-times',
    title: 'a write that was answered is in the list and in the feed at once, a thousand times under load',
    set: 'all',
    run: (stage) => ownWrites(stage, 1_000),
  },
];

async function underLoad(stage: Stage, writes: number): Promise<void> {
  const work = await stage.workload();
  work.startWriters(8, { pauseMs: 20 });
  work.startClients(everyClient());
  const release = await holdTransactions(stage.platform, work.tenant, 3);
  try {
    await work.writes(writes, 30_000 + writes * 50);
    await work.rounds(2);
  } finally {
    stage.figure('held transactions', String(await release()));
  }
  await stage.judge(work);
}

async function everythingStutters(stage: Stage): Promise<void> {
  const work = await stage.workload();
  work.startWriters(8, { pauseMs: 40 });
  work.startClients(everyClient());
  const names = ['postgres', 'redis', 'kafka', 'public-api', 'edge', 'change-feed-worker'];
  stage.fault('everything stutters', work);
  const smooth = stutter(stage.processes, names);
  try {
    await work.writes(600, 180_000);
    await work.rounds(2);
  } finally {
    stage.figure('times that something stood still', String(await smooth()));
  }
  await stage.processes.untilReady();
  await stage.judge(work);
}

/** The readers start from the position before the write; their reads are judged like every other read. */
async function ownWrites(stage: Stage, times: number): Promise<void> {
  const work = await stage.workload();
  work.startWriters(3, { pauseMs: 25 });
  const looking = work.writer({ pauseMs: 0, mix: { create: 40, update: 40, delete: 20 } });
  const clients = plainClients({ pageSizes: [200] }).map((plan) => work.client(plan));
  await Promise.all(clients.map((client) => client.round()));
  for (let time = 0; time < times; time += 1) {
    await looking.step();
    await Promise.all(clients.map((client) => client.round()));
  }
  await stage.judge(work);
}
