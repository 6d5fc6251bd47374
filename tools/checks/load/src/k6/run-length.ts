import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentOf, type K6Run } from './run-k6.ts';

/** A scenario of a script as k6 says it, with times such as 1m30s. */
export interface K6Scenario {
  readonly startTime?: string | null;
  readonly duration?: string | null;
  readonly maxDuration?: string | null;
  readonly stages?: readonly { readonly duration: string }[] | null;
}

export interface RunLength {
  readonly seconds: number;
  /** Whether a scenario ends as soon as its requests are answered. */
  readonly isMost: boolean;
}

/** The time for which k6 will send requests; undefined where it does not say. */
export async function runLength(run: K6Run): Promise<RunLength | undefined> {
  const script = join(run.root, 'load-tests', 'src', `${run.workload}.ts`);
  try {
    const { stdout } = await promisify(execFile)(run.program, ['inspect', '--include-system-env-vars', script], {
      env: environmentOf(run),
      timeout: inspectMs,
    });
    return lengthOf(Object.values((JSON.parse(stdout) as { scenarios: Record<string, K6Scenario> }).scenarios));
  } catch {
    return undefined;
  }
}

export function lengthOf(scenarios: readonly K6Scenario[]): RunLength {
  const ends = scenarios.map(({ startTime, duration, maxDuration, stages }) => {
    const pieces = stages?.map((stage) => stage.duration) ?? [duration ?? maxDuration ?? ''];
    return [startTime ?? '', ...pieces].reduce((sum, piece) => sum + secondsOf(piece), 0);
  });
  return {
    seconds: Math.max(0, ...ends),
    isMost: scenarios.some(({ maxDuration }) => typeof maxDuration === 'string'),
  };
}

function secondsOf(text: string): number {
  const pieces = [...text.matchAll(/([\d.]+)([hms])/g)];
  return pieces.reduce((sum, [, count, unit = '']) => sum + Number(count) * (secondsIn[unit] ?? 0), 0);
}

const secondsIn: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1 };
const inspectMs = 10_000;
