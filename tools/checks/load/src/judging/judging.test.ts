import { expect, test } from 'vitest';
import type { K6Metric, K6Result } from '../k6/run-k6.ts';
import type { Moment, ProcessSample } from '../platform/watch.ts';
import type { Workload } from '../workloads.ts';
import { isolationHolds } from './isolation.ts';
import { memoryStaysFlat } from './memory.ts';
import { ratesOf, sharesOfProcessors } from './over-time.ts';
import { roomOf } from './room.ts';
import { findingsOf } from './thresholds.ts';
import { judge } from './verdict.ts';
import { mostWithin } from './windows.ts';

test('the fullest minute is found wherever it begins, and a request counts that was sent and answered within it', () => {
  const at = (sentAt: number, answeredAt = sentAt) => ({ sentAt, answeredAt });
  expect(mostWithin([at(0), at(30), at(59), at(61)], 60)).toBe(3);
  expect(mostWithin([at(0), at(1), at(60), at(61)], 60)).toBe(3);
  expect(mostWithin([at(0), at(1, 62)], 60)).toBe(1);
  expect(mostWithin([], 60)).toBe(0);
});

const counter = (count: number, threshold: string, ok: boolean): K6Metric => ({
  type: 'counter',
  values: { count, rate: 1 },
  thresholds: { [threshold]: { ok } },
});

test('a crossed threshold is a finding with its figure, and one without a figure does not hold', () => {
  expect(findingsOf({ admitted: counter(601, 'count==600', false) })).toEqual([
    { promised: 'admitted: count==600', came: 'count 601', holds: false },
  ]);
  const empty: K6Metric = { type: 'trend', values: {}, thresholds: { 'p(95)<50': { ok: true } } };
  expect(findingsOf({ times: empty })).toMatchObject([{ came: 'no figure', holds: false }]);
});

const result = (more: Partial<K6Result>): K6Result => ({ exitCode: 0, metrics: {}, waitedMs: 0, log: '', ...more });
const ofTimes = { judgedBy: 'times' } as Workload;
const ofCounts = { judgedBy: 'counts' } as Workload;
const broken = [{ promised: 'a', came: 'b', holds: false }];

test('a run in which k6 could not do its work is void, whatever it found', () => {
  const dropped = result({ metrics: { dropped_iterations: counter(1, 'count==0', false) } });
  expect(judge(ofCounts, dropped, broken).verdict).toBe('void');
  expect(judge({ ...ofCounts, mayDrop: true }, dropped, []).verdict).toBe('passed');
  const starving = judge(ofTimes, result({ waitedMs: 3.5 }), broken);
  expect([starving.verdict, starving.reason]).toEqual(['void', expect.stringContaining('3.5 ms')]);
  expect(judge(ofCounts, result({ waitedMs: 3.5 }), broken).verdict).toBe('failed');
  expect(judge(ofTimes, result({}), []).verdict).toBe('passed');
  const unplayed = { promised: 'a', came: 'b', holds: false, voids: true } as const;
  expect(judge(ofCounts, result({}), [...broken, unplayed])).toMatchObject({ verdict: 'void', reason: 'b' });
  expect(judge(ofCounts, result({}), [{ ...unplayed, holds: true }]).verdict).toBe('passed');
});

function momentsOf(memory: readonly number[]): Moment[] {
  return memory.map((memoryBytes, at) => ({
    at,
    processes: [
      {
        name: 'public-api',
        instance: 1,
        cpuSeconds: at / 2,
        memoryBytes,
        eventLoopLagMs: null,
        waitingForDatabase: null,
        insured: null,
        answers: at * 100,
      },
    ],
  }));
}

test('memory that grows after the first tenth of a run is found, and memory that grows before it is not', async () => {
  const judged = (memory: number[]) =>
    memoryStaysFlat({ metrics: {}, moments: momentsOf(memory.map((one) => one * megabyte)), folder: '' });
  const megabyte = 1_048_576;
  const steady = Array.from({ length: 90 }, () => 100);
  expect(await judged([...Array.from({ length: 10 }, () => 10), ...steady])).toMatchObject([{ holds: true }]);
  const growing = Array.from({ length: 100 }, (_, at) => 100 + at);
  expect(await judged(growing)).toMatchObject([{ holds: false }]);
  const collected = Array.from({ length: 100 }, (_, at) => 100 + (at % 30));
  expect(await judged(collected)).toMatchObject([{ holds: true }]);
  const leaking = collected.map((memory, at) => memory + at);
  expect(await judged(leaking)).toMatchObject([{ holds: false }]);
  expect(await judged(leaking.map((memory) => memory / 20))).toMatchObject([{ holds: true }]);
});

test('rates and shares of processors come from what processes count', () => {
  const moments = momentsOf([1, 1, 1]);
  expect(ratesOf(moments).map(({ value }) => value)).toEqual([100, 100]);
  expect([...sharesOfProcessors(moments)]).toEqual([['public-api 1', 0.5]]);
});

test('the process with the least room comes first, and one that restarts counts from zero', () => {
  const moments = [0, 0.1, 0.9, 0].map((cpuSeconds, at): Moment => {
    const [quiet] = momentsOf([1])[0]?.processes ?? [];
    const redis = { ...quiet, name: 'redis', cpuSeconds: cpuSeconds / 5 } as ProcessSample;
    return { at, processes: [redis, { ...redis, name: 'public-api', cpuSeconds, eventLoopLagMs: 10 + at }] };
  });
  expect(roomOf(moments)).toMatchObject([
    { process: 'public-api 1', meanPercent: 45, greatestPercent: 80, eventLoopLagMs: 13, waiting: null },
    { process: 'redis 1', meanPercent: 9, greatestPercent: 16, eventLoopLagMs: null },
  ]);
});

test('a tenant that is slowed by another is found, and so is a run without the figures', async () => {
  const trend = (p99: number): K6Metric => ({ type: 'trend', values: { 'p(99)': p99 } });
  const judged = (alone: number, beside: number) =>
    isolationHolds({
      metrics: {
        'http_req_duration{scenario:alone}': trend(alone),
        'http_req_duration{scenario:beside}': trend(beside),
      },
      moments: [],
      folder: '',
    });
  expect(await judged(20, 29)).toMatchObject([{ holds: true }]);
  expect(await judged(20, 31)).toMatchObject([{ holds: false }]);
  expect(await isolationHolds({ metrics: {}, moments: [], folder: '' })).toMatchObject([{ holds: false }]);
});
