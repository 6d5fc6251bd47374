import type { K6Result } from '../k6/run-k6.ts';
import type { Workload } from '../workloads.ts';
import type { Finding } from './finding.ts';

export type Verdict = 'passed' | 'failed' | 'void';

export interface Judged {
  readonly verdict: Verdict;
  /** Why the run says nothing. */
  readonly reason: string | null;
  readonly findings: readonly Finding[];
}

/** A run that was not played as it is written is void: neither passed nor failed. */
export function judge(workload: Workload, result: K6Result, findings: readonly Finding[]): Judged {
  const dropped = result.metrics['dropped_iterations']?.values['count'] ?? 0;
  const voiding = findings.find(({ voids, holds }) => voids && !holds);
  const reason = voiding?.came ?? reasonToVoid(workload, dropped, result.waitedMs);
  if (reason !== null) {
    return { verdict: 'void', reason, findings };
  }
  return { verdict: findings.every(({ holds }) => holds) ? 'passed' : 'failed', reason: null, findings };
}

function reasonToVoid({ judgedBy, mayDrop }: Workload, dropped: number, waitedMs: number): string | null {
  if (dropped > 0 && mayDrop !== true) {
    return `k6 could not begin ${dropped} of the requests in time`;
  }
  if (judgedBy === 'times' && waitedMs > waitedMsMax) {
    return `k6 waited ${waitedMs.toFixed(1)} ms for a processor each time, so the times are its own`;
  }
  return null;
}

/** So much is added to every time that k6 measures, and the objectives are tens of milliseconds. */
const waitedMsMax = 3;
