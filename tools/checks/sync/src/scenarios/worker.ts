import { setTimeout as delay } from 'node:timers/promises';
import { changeEvent, eventKey } from '@rapport/change-feed';
import { readTruth } from '../history/read-truth.ts';
import { topicOf } from '../nemesis/topic-of.ts';
import { withSqlWriter } from '../nemesis/sql-writer.ts';
import { NotPossibleHere, type Scenario } from '../scenario.ts';
import { plainClients, type Stage } from '../stage.ts';
import { untilMoved } from '../until-moved.ts';
import type { Workload } from '../workload.ts';

/** Things that may happen to changes between the outbox, Kafka and the feed. */
export const workerScenarios: readonly Scenario[] = [
  {
    name: 'events-again-and-out-of-order',
    title: 'events that come twice, in any order, and among garbage, move nothing twice and lose nothing',
    set: 'short',
    run: (stage) => onTheWay(stage, sendAgain),
  },
  {
    name: 'topic-deleted',
    title: 'the topic is deleted while it is written and read: it is made again, and its events are sent again',
    set: 'short',
    run: (stage) => onTheWay(stage, deleteTopic, 'the topic is lost'),
  },
  {
    name: 'poison-event',
    title: 'a change that cannot become an event holds up no other',
    set: 'short',
    run: (stage) => onTheWay(stage, deadLetters),
  },
  {
    name: 'acknowledged-batch-lost',
    title: 'an event that Kafka acknowledged and lost before it was read is sent again',
    set: 'all',
    run: (stage) => onTheWay(stage, loseBatch, 'the topic is lost'),
  },
  {
    name: 'offsets-reset',
    title: 'the workers read everything from the earliest event again: nothing is moved twice',
    set: 'all',
    run: (stage) => onTheWay(stage, resetOffsets),
  },
  {
    name: 'kill-each-worker-in-turn',
    title: 'the leader of two workers is killed, then the other one, each in the middle of its work: nothing is lost',
    set: 'all',
    run: (stage) => onTheWay(stage, killInTurn),
  },
  {
    name: 'freeze-each-worker-in-turn',
    title: 'the leader of two workers is frozen and goes on as if it still led: nothing is lost or moved twice',
    set: 'all',
    run: (stage) => onTheWay(stage, freezeInTurn),
  },
  {
    name: 'events-in-the-order-of-versions',
    title:
      'every change of the log is in the topic, and the first deliveries of a record’s changes are in the order of its versions',
    set: 'short',
    run: (stage) => onTheWay(stage, async () => undefined),
  },
];

/** Lets writers and clients work while the fault happens; afterwards the feed and the topic hold everything. */
async function onTheWay(
  stage: Stage,
  happens: (stage: Stage, work: Workload) => Promise<void>,
  topic: 'the topic is kept' | 'the topic is lost' = 'the topic is kept',
): Promise<void> {
  if (!(await stage.processes.has('change-feed-worker'))) {
    throw new NotPossibleHere('the platform has no change-feed worker');
  }
  const work = await stage.workload();
  work.startWriters(6, { pauseMs: 60 });
  work.startClients(plainClients({ crashes: 0.03 }));
  await work.writes(stage.scaled(60));
  await happens(stage, work);
  await work.writes(stage.scaled(60));
  await work.stopWriting();
  const seconds = await untilMoved(stage, work);
  stage.figure('everything was moved', `${seconds.toFixed(1)} s after the last write`);
  await stage.judge(work);
  await expectInTopic(stage, work, topic === 'the topic is kept');
}

/** First deliveries of a record's changes are in the order of its versions; a lost topic has no first deliveries. */
async function expectInTopic(stage: Stage, { tenant }: Workload, isWhole: boolean): Promise<void> {
  const topic = await topicOf(stage.processes);
  const events = (await topic.events()).filter(({ key }) => key.startsWith(`${tenant.id}:`));
  const newest = new Map<string, number>();
  const seen = new Set<string>();
  let [late, strange] = [0, 0];
  for (const { key, value } of events) {
    const { success, data } = changeEvent.safeParse(JSON.parse(value));
    if (!success || eventKey(data) !== key) {
      strange += 1;
      continue;
    }
    const before = newest.get(key) ?? 0;
    if (!seen.has(data.id) && data.version < before) {
      late += 1;
    }
    seen.add(data.id);
    newest.set(key, Math.max(data.version, before));
  }
  stage.figure('events of the tenant in the topic', `${events.length}, ${seen.size} of them different`);
  stage.expect(strange === 0, `${strange} events are not what is promised of them`);
  if (!isWhole) {
    return;
  }
  stage.expect(late === 0, `${late} changes came first after a newer change of their record`);
  const { items } = await readTruth(stage.platform, tenant);
  const missing = items.filter(({ id }) => !seen.has(id)).length;
  stage.expect(missing === 0, `${missing} of ${items.length} changes are not in the topic`);
}

async function sendAgain(stage: Stage, work: Workload): Promise<void> {
  const topic = await topicOf(stage.processes);
  const events = (await topic.events()).filter(({ key }) => key.startsWith(work.tenant.id));
  const shuffled = events.toSorted(() => Math.random() - 0.5);
  const garbage = [
    '',
    '{',
    'null',
    '{"id":1}',
    '\u0000',
    JSON.stringify({ id: work.tenant.id, tenantId: work.tenant.id }),
  ];
  const sent = [...events, ...shuffled, ...garbage.map((value, n) => ({ key: `garbage ${n}`, value }))];
  stage.fault(`${sent.length} events are sent again, out of order, with garbage`, work);
  await topic.publish(sent);
}

async function deleteTopic(stage: Stage, work: Workload): Promise<void> {
  const topic = await topicOf(stage.processes);
  for (let round = 0; round < 2; round += 1) {
    stage.fault('the topic is deleted', work);
    await topic.delete();
    await work.writes(stage.scaled(40));
  }
}

/** No resource has this number, so no event can be made of its changes. */
async function deadLetters(stage: Stage, work: Workload): Promise<void> {
  await withSqlWriter(stage.platform, work.tenant, async ({ sql }) => {
    for (let n = 0; n < 5; n += 1) {
      await sql.query(
        `insert into cell.outbox (id, tenant, resource, record_id, operation, version, occurred_on)
          values (uuidv7(), $1, 99, uuidv7(), 'created', 1, now())`,
        [work.tenant.number],
      );
      stage.fault('a change of a resource that is none', work);
      await work.writes(10);
    }
  });
}

async function loseBatch(stage: Stage, work: Workload): Promise<void> {
  const topic = await topicOf(stage.processes);
  const workers = await stage.processes.of('change-feed-worker');
  for (let round = 0; round < 3; round += 1) {
    await topic.untilThere();
    await work.writes(30);
    stage.fault('the workers are frozen, and the topic is lost', work);
    await stage.processes.freeze(workers);
    try {
      await topic.delete();
    } finally {
      await stage.processes.thaw(workers);
    }
  }
}

async function resetOffsets(stage: Stage, work: Workload): Promise<void> {
  const topic = await topicOf(stage.processes);
  const workers = await stage.processes.of('change-feed-worker');
  stage.fault('the workers are frozen until their group forgets them, and its offsets go back to the earliest', work);
  await stage.processes.freeze(workers);
  try {
    await topic.resetOffsets();
  } finally {
    await stage.processes.thaw(workers);
  }
  await stage.processes.untilReady();
}

async function killInTurn(stage: Stage, work: Workload): Promise<void> {
  for (const worker of await stage.processes.of('change-feed-worker')) {
    for (let round = 0; round < 2; round += 1) {
      stage.fault(`kill -9 of worker ${worker.pid}`, work);
      await stage.processes.kill([worker]);
      await stage.processes.untilReady([worker]);
      await work.writes(20);
    }
  }
}

async function freezeInTurn(stage: Stage, work: Workload): Promise<void> {
  for (const worker of await stage.processes.of('change-feed-worker')) {
    stage.fault(`freezes worker ${worker.pid}`, work);
    await stage.processes.freeze([worker]);
    await delay(12_000);
    await stage.processes.thaw([worker]);
    await stage.processes.untilReady();
    await work.writes(20);
  }
}
