import { expect, test } from 'vitest';
import type { Moment, ProcessSample } from '../platform/watch.ts';
import { htmlOf } from './html.ts';
import type { LoadResult } from './result.ts';

const sample = (name: string, cpuSeconds: number, more: Partial<ProcessSample> = {}): ProcessSample => ({
  name,
  instance: 1,
  cpuSeconds,
  memoryBytes: 1_048_576,
  eventLoopLagMs: null,
  waitingForDatabase: 0,
  insured: null,
  answers: {},
  ...more,
});

const pageOf = (more: Partial<LoadResult>): string =>
  htmlOf({
    workload: 'average',
    profile: 'short',
    begunAt: '2026-01-31T09:30:00Z',
    seconds: 20,
    replicas: {},
    verdict: 'passed',
    reason: null,
    findings: [],
    metrics: {},
    moments: [],
    ...more,
  });

/** Both processes restart at the end, and count from zero then. */
const busy = [0, 0.1, 0.9, 0].map((cpuSeconds, at): Moment => {
  const loud = sample('public-api', cpuSeconds, { eventLoopLagMs: 10 + at, waitingForDatabase: 4 - at });
  return { at, processes: [sample('redis', cpuSeconds / 5, { waitingForDatabase: null }), loud] };
});

test('a report has a line for each process, the one with least room first', () => {
  expect(pageOf({ moments: busy })).toContain(
    [
      '<tr><td>public-api 1</td><td>45 %</td><td>80 %</td><td>13.0</td><td>4</td></tr>',
      '<tr><td>redis 1</td><td>9 %</td><td>16 %</td><td></td><td></td></tr>',
    ].join('\n'),
  );
});

test('a figure that is 0 all the time is no chart', () => {
  const page = pageOf({ moments: [0, 1].map((at) => ({ at, processes: [sample('redis', 0)] })) });
  expect(page).toContain('<p>Processor: 0 all the time.</p>');
  expect(page).not.toMatch(/e-\d|NaN|Infinity/);
});

test('each of twelve processes has a colour of its own', () => {
  const processes = Array.from({ length: 12 }, (_, n) => sample(`service-${n}`, 0));
  const page = pageOf({ moments: [0, 1].map((at) => ({ at, processes })) });
  const [, legend = ''] = page.split('Memory that').at(-1)?.split('class="legend"') ?? [];
  const colours = [...legend.matchAll(/background:([^"]+)"/g)].map(([, colour]) => colour);
  expect([colours.length, new Set(colours).size]).toEqual([12, 12]);
});

test('the slowest kind of request comes first, and what k6 counts for itself does not come', () => {
  const trend = (p99: number) => ({ type: 'trend' as const, values: { 'p(99)': p99 } });
  const page = pageOf({
    metrics: {
      http_req_duration: trend(3),
      'http_req_duration{kind:get}': trend(2),
      'http_req_duration{kind:list}': trend(9),
      'http_req_duration{expected_response:true}': trend(8),
    },
  });
  const names = [...page.matchAll(/<tr><td>(kind:\w+|all|expected\w+[^<]*)<\/td>/g)].map(([, name]) => name);
  expect(names).toEqual(['kind:list', 'all', 'kind:get']);
});

test('a run whose processes were elsewhere says so', () => {
  expect(pageOf({ moments: [0, 1].map((at) => ({ at, processes: [] })) })).toContain('run on another machine');
});
