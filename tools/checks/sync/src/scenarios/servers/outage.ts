import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '@rapport/testbed';
import type { Attempt } from '../../history/history.ts';
import { timesOf } from '../../nemesis/siege.ts';
import { NotPossibleHere, type Scenario } from '../../scenario.ts';
import { plainClients, type Stage } from '../../stage.ts';
import { untilMoved } from '../../until-moved.ts';
import type { Workload } from '../../workload.ts';

/** Kafka is away for a long time. */
export const outageScenarios: readonly Scenario[] = [
  {
    name: 'kafka-away-for-long',
    title:
      'Kafka is away for ten minutes under a hundred writes a second: lists and feeds are complete, fresh and as fast, the backlog is gone within a minute, the worker’s memory stays flat',
    set: 'all',
    run: kafkaAway,
  },
];

const outageMs = 600_000;
const writers = 20;
const pauseMs = 190;
const factor = 1.5;
/** Times below this say more about the machine than about the product. */
const slackMs = 5;
const backlogSecondsMax = 60;
/** The most that a process may grow until its heap settles. */
const memorySlackMb = 60;

async function kafkaAway(stage: Stage): Promise<void> {
  const { processes } = stage;
  if (!(await processes.has('change-feed-worker'))) {
    throw new NotPossibleHere('the platform has no change-feed worker');
  }
  const work = await stage.workload();
  work.startWriters(writers, { pauseMs, mix: { create: 30, update: 60, delete: 5, 'same key': 5 } });
  work.startClients(plainClients({ pauseMs: 200 }));
  const ms = outageMs * stage.scale;
  await delay(10_000);
  const before = await measure(work, 20_000);
  const kafka = await processes.of('kafka');
  stage.fault(`Kafka is frozen for ${ms / 1_000} s`, work);
  await processes.freeze(kafka);
  try {
    await delay(ms / 4);
    const memoryBefore = await processes.memoryOf('change-feed-worker');
    const during = await measure(work, ms / 2);
    await delay(ms / 4);
    const memoryAfter = await processes.memoryOf('change-feed-worker');
    compare(stage, before, during);
    stage.figure('memory of the worker', `${memoryBefore} MB, and ${memoryAfter} MB at the end`);
    stage.expect(
      memoryAfter < memoryBefore + memorySlackMb,
      `the worker grew from ${memoryBefore} to ${memoryAfter} MB`,
    );
  } finally {
    await processes.thaw(kafka);
  }
  stage.figure('outbox when Kafka came back', `${work.answered} writes were answered by then`);
  await work.stopWriting();
  const seconds = await untilMoved(stage, work, 300_000);
  stage.figure('the backlog was gone', `${seconds.toFixed(1)} s after that`);
  stage.expect(seconds < backlogSecondsMax, `the backlog was gone after ${seconds.toFixed(0)} s`);
  await stage.judge(work);
}

interface Measured {
  readonly reads: number;
  readonly writes: number;
  readonly perSecond: number;
}

async function measure(work: Workload, ms: number): Promise<Measured> {
  const from = performance.now();
  await delay(ms);
  const attempts = work.history.attempts.filter(({ startedAt }) => startedAt >= from);
  const of = (isMeant: (attempt: Attempt) => boolean): number => percentile(timesOf(attempts.filter(isMeant)), 0.5);
  const writes = attempts.filter(({ method }) => method !== 'GET');
  return {
    reads: of(({ method }) => method === 'GET'),
    writes: of(({ method }) => method !== 'GET'),
    perSecond: writes.length / (ms / 1_000),
  };
}

function compare(stage: Stage, before: Measured, during: Measured): void {
  stage.figure('writes a second', `${before.perSecond.toFixed(0)} before, ${during.perSecond.toFixed(0)} meanwhile`);
  for (const what of ['reads', 'writes'] as const) {
    stage.figure(`p50 of ${what}`, `${before[what].toFixed(1)} ms before, ${during[what].toFixed(1)} ms meanwhile`);
    const isAsFast = during[what] < factor * before[what] + slackMs;
    stage.expect(
      isAsFast,
      `p50 of ${what} was ${before[what].toFixed(1)} ms before and ${during[what].toFixed(1)} ms meanwhile`,
    );
  }
}
