import { aligned } from '@rapport/command-line';
import type { Finding } from '../judging/finding.ts';
import { roomOf } from '../judging/room.ts';
import type { Verdict } from '../judging/verdict.ts';
import type { K6Metric } from '../k6/run-k6.ts';
import type { Moment } from '../platform/watch.ts';

/** All that is kept of a run, in `result.json`. */
export interface LoadResult {
  readonly workload: string;
  readonly profile: string;
  readonly begunAt: string;
  readonly seconds: number;
  readonly replicas: Readonly<Record<string, number>>;
  readonly verdict: Verdict;
  readonly reason: string | null;
  readonly findings: readonly Finding[];
  readonly metrics: Readonly<Record<string, K6Metric>>;
  readonly moments: readonly Moment[];
}

/** The lines that a person reads at the end of a run: what came, and what the platform did meanwhile. */
export function linesOf({ workload, verdict, reason, findings, metrics, moments }: LoadResult): string[] {
  const word = { passed: 'passed', failed: 'FAILED', void: 'void' }[verdict];
  const requests = metrics['http_reqs']?.values;
  const sent = requests ? `, ${requests['count']} requests, ${requests['rate']?.toFixed(1)} a second` : '';
  const shown = findings.map(({ promised, came, holds }) => `  ${holds ? 'ok ' : 'NOT'} ${promised} (${came})`);
  return [`${workload} ${word}${reason === null ? '' : `: ${reason}`}${sent}`, ...shown, ...roomLines(moments)];
}

/** A line for each process, the one with the least room first. */
function roomLines(moments: readonly Moment[]): string[] {
  const rows = roomOf(moments).map(({ process, meanPercent, greatestPercent, eventLoopLagMs, waiting }) => [
    process,
    `${meanPercent.toFixed(0)} %`,
    `${greatestPercent.toFixed(0)} %`,
    eventLoopLagMs === null ? '' : `${eventLoopLagMs.toFixed(1)} ms`,
    waiting?.toFixed(0) ?? '',
  ]);
  const heads = ['process', 'of a processor', 'greatest', 'event loop p99', 'most that waited'];
  return rows.length === 0
    ? []
    : aligned([heads, ...rows])
        .split('\n')
        .map((line) => `  ${line}`);
}
