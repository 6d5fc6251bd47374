import type { Finding } from './check-hostile.ts';
import type { EnduredReport } from './hostile-platform.ts';
import { bytesOf } from './http-message.ts';

/** The report for a reader. Each finding says how its request is sent again. */
export function linesOf({ sent, findings, statuses, neverSucceeded, delaysMs }: EnduredReport, seed: number): string[] {
  const byName = Object.entries(statuses).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const counts = byName.map(([name, all]) => {
    const shown = Object.entries(all).map(([status, count]) => `${status}: ${count}`);
    return `${name.padEnd(28)} ${shown.join(', ')}`;
  });
  return [
    `${sent} requests of seed ${seed}, ${[`${findings.length} findings`, ...findings.slice(0, 1).map(first)].join(', ')}`,
    ...findings.slice(0, shownMax).flatMap((finding) => findingLines(finding, seed)),
    ...counts,
    `event loops were late by ${delaysMs.join(', ')} ms at p99`,
    ...(neverSucceeded.length > 0 ? [`never succeeded: ${neverSucceeded.join(', ')}`] : []),
  ];
}

const shownMax = 20;

/** A test that failed shows one line alone. */
const first = ({ index, problem }: Finding): string => `the first in request ${index}: ${problem}`;

function findingLines({ index, problem, request, answer }: Finding, seed: number): string[] {
  if (index < 0) {
    return [problem];
  }
  const bytes = bytesOf({ ...request, headers: request.headers.map(withoutSecret) });
  return [
    problem,
    `  again: --seed ${seed} --from ${index} --requests 1 (the values of earlier answers may differ)`,
    `  sent: ${shortened(JSON.stringify(bytes.toString('latin1')))}`,
    `  got: ${answer === undefined ? 'nothing' : `${answer.status} ${shortened(answer.body.toString())}`}`,
  ];
}

function withoutSecret([name, value]: readonly [string, string]): readonly [string, string] {
  return [name, name === 'authorization' && value.length > 100 ? '[hidden]' : value];
}

function shortened(text: string): string {
  return text.length > 1_500 ? `${text.slice(0, 1_500)}… (${text.length} characters)` : text;
}
