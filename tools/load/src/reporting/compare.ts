import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharesOfProcessors } from '../judging/over-time.ts';
import type { LoadResult } from './result.ts';

/** Two results beside each other: every figure that both have, and their ratio. */
export async function compared(folders: readonly [string, string]): Promise<string[]> {
  const [one, other] = await Promise.all([read(folders[0]), read(folders[1])]);
  const figures = [...figuresOf(one)].flatMap(([name, first]) => {
    const second = figuresOf(other).get(name);
    return second === undefined ? [] : [[name, first, second] as const];
  });
  const wide = Math.max(0, ...figures.map(([name]) => name.length));
  return [
    `${one.workload} ${one.profile} ${one.begunAt} ${one.verdict}`,
    `${other.workload} ${other.profile} ${other.begunAt} ${other.verdict}`,
    ...figures.map(([name, first, second]) => {
      const ratio = first === 0 ? '' : (second / first).toFixed(2);
      return `  ${name.padEnd(wide)} ${text(first)} ${text(second)} ${ratio.padStart(8)}`;
    }),
  ];
}

async function read(folder: string): Promise<LoadResult> {
  return JSON.parse(await readFile(join(folder, 'result.json'), 'utf8')) as LoadResult;
}

function figuresOf({ metrics, moments }: LoadResult): Map<string, number> {
  const shown = ['count', 'rate', 'med', 'p(95)', 'p(99)', 'max'];
  const measured = Object.entries(metrics).flatMap(([name, { values }]) =>
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

function text(value: number): string {
  return (Number.isInteger(value) ? String(value) : value.toFixed(2)).padStart(12);
}
