import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ending, Traffic } from '@rapport/testbed';
import type { CheckedPlatform } from '../checked-platform.ts';
import { untilUnderLoad } from '../token-traffic.ts';
import type { Around } from './together.ts';

/** Access under load, and what ends it. */
export interface Subject {
  readonly name: string;
  readonly replicas: readonly string[];
  readonly load: Traffic;
  /** The statuses of the answers to requests that are sent after its end was answered. */
  readonly refusals: readonly number[];
  readonly end: () => Promise<unknown>;
  readonly ended?: () => Promise<void>;
  /** Happens when it has been over for long enough for a copy of the old state to come back. */
  readonly goesOn?: () => Promise<void>;
  /** Judges the answers of a replica further. */
  readonly judge?: (replica: string, endedAt: number) => void;
}

/** Ends access in every way, with a fault around it, and holds every answer to the moment of its end; bystanders notice nothing. */
export async function playEndings(
  { processes }: CheckedPlatform,
  subjects: readonly Subject[],
  bystanders: readonly Traffic[],
  around: Around,
): Promise<void> {
  const played = subjects.map((subject) => ({ subject, calledAt: Infinity, endedAt: Infinity }));
  const ofAll = (act: (one: (typeof played)[number]) => Promise<void>) => Promise.all(played.map(act));
  try {
    await ofAll(({ subject }) => underLoad(subject));
    await around(async () => {
      await ofAll(async (one) => {
        one.calledAt = performance.now();
        await one.subject.end();
        one.endedAt = performance.now();
        await one.subject.ended?.();
      });
    });
    await delay(watchMs);
    await ofAll(({ subject, endedAt }) => underLoad(subject, endedAt));
    await ofAll(async ({ subject }) => subject.goesOn?.());
  } finally {
    await processes.thaw();
    await Promise.all([...bystanders, ...subjects.map(({ load }) => load)].map((load) => load.stop()));
  }
  played.forEach(({ subject, calledAt, endedAt }) => judge(subject, calledAt, endedAt));
  const noticed = bystanders.flatMap((load) => load.within(0).filter(({ status }) => status !== 200));
  assert.deepEqual(noticed, []);
}

/** Waits until each replica has answered enough requests of the subject that were sent after this time. */
export function underLoad({ name, replicas, load }: Subject, from = 0): Promise<void> {
  return untilUnderLoad(load, replicas, from, name);
}

/** Throws unless there are endings, and this is the outcome of all. */
export function expectAll<T>(
  endings: readonly Ending[],
  outcomeOf: (ending: Ending) => T,
  outcome: T,
  when: string,
): void {
  assert.deepEqual([when, ...new Set(endings.map(outcomeOf))], [when, outcome]);
}

function judge(subject: Subject, calledAt: number, endedAt: number): void {
  const { name, replicas, load, refusals } = subject;
  for (const replica of replicas) {
    expectAll(load.within(0, calledAt, replica), ({ status }) => status, 200, `before ${name}`);
    const passed = load.within(endedAt, Infinity, replica).filter(({ status }) => !refusals.includes(status));
    const late = passed.map(({ sentAt, status }) => `${status}, ${(sentAt - endedAt).toFixed(1)} ms after ${name}`);
    assert.deepEqual(late.slice(0, 5), []);
    subject.judge?.(replica, endedAt);
  }
}

/** Longer than a copy of a state is valid that reached Redis at the last moment. */
const watchMs = 2_750;
