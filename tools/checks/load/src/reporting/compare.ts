import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharesOfProcessors } from '../judging/over-time.ts';
import type { LoadResult } from './result.ts';

/** Two results beside each other: the figures that both have, and their ratio; the times of each kind come first. */
export async function compared(folders: readonly [string, string]): Promise<string[]> {
  const [one, other] = await Promise.all([read(folders[0]), read(folders[1])]);
  const figures = [...figuresOf(one)].flatMap(([name, first]) => {
    const second = figuresOf(other).get(name);
    return second === undefined ? [] : [[name, first, second] as const];
  });
  const wide = Math.max(0, ...figures.map(([name]) => name.length));
  return [
    `A: ${one.workload} ${one.profile} ${one.begunAt} ${one.verdict}`,
    `B: ${other.workload} ${other.profile} ${other.begunAt} ${other.verdict}`,
    ...differenceOf(one, other),
    `  ${' '.repeat(wide)} ${'A'.padStart(12)} ${'B'.padStart(12)} ${'B/A'.padStart(8)}`,
    ...figures.map(([name, first, second]) => {
      const ratio = first === 0 ? '' : (second / first).toFixed(2);
      return `  ${name.padEnd(wide)} ${text(first)} ${text(second)} ${ratio.padStart(8)}`;
    }),
  ];
}

function differenceOf(one: LoadResult, other: LoadResult): string[] {
  return (['workload', 'profile'] as const)
    .filter((member) => one[member] !== other[member])
    .map((member) => `The ${member}s differ, so the figures are of different loads.`);
}

async function read(folder: string): Promise<LoadResult> {
  return JSON.parse(await readFile(join(folder, 'result.json'), 'utf8')) as LoadResult;
}

function figuresOf({ metrics, moments }: LoadResult): Map<string, number> {
  const shown = ['count', 'rate', 'med', 'p(95)', 'p(99)', 'max'];
  const measured = Object.entries(metrics)
    .filter(([name]) => isOfRun(name))
    .sort(([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
    .flatMap(([name, { values }]) =>
      shown.flatMap((figure): [string, number][] => {
        const value = values[figure];
        return value === undefined ? [] : [[`${name} ${figure}`, value]];
      }),
    );
  const processors = [...sharesOfProcessors(moments)].map(([name, share]): [string, number] => [
    `${name} processors`,
    share,
  ]);
  return new Map([...measured, ...processors]);
}

/** A count by k6 of its own connections, of its preparation or of itself says nothing of the platform. */
function isOfRun(name: string): boolean {
  const [metric = '', tags = ''] = name.split('{');
  return !ofK6.has(metric) && !tags.includes('setup') && !tags.startsWith('expected_response');
}

const ofK6 = new Set([
  ...['blocked', 'connecting', 'tls_handshaking', 'sending', 'waiting', 'receiving'].map(
    (phase) => `http_req_${phase}`,
  ),
  ...['data_sent', 'data_received', 'vus', 'vus_max', 'iterations', 'iteration_duration', 'group_duration'],
]);

function rankOf(name: string): number {
  const first = ['http_req_duration{kind:', 'http_req_duration{', 'http_req_duration', ''];
  return first.findIndex((beginning) => name.startsWith(beginning));
}

function text(value: number): string {
  return (Number.isInteger(value) ? String(value) : value.toFixed(2)).padStart(12);
}
