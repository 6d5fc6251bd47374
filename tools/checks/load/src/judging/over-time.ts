import type { Moment, ProcessSample } from '../platform/watch.ts';

export interface Point {
  /** Seconds since the run began. */
  readonly at: number;
  readonly value: number;
}

/** Answers a second, of all services together. */
export function ratesOf(moments: readonly Moment[]): Point[] {
  return moments.slice(1).flatMap((after, index) => {
    const before = moments[index];
    const value = before && (answersOf(after) - answersOf(before)) / (after.at - before.at);
    // A process that restarted counts from zero again, which is no rate.
    return value === undefined || value < 0 ? [] : [{ at: after.at, value }];
  });
}

/** The share of a processor that each process used over all these moments. */
export function sharesOfProcessors(moments: readonly Moment[]): Map<string, number> {
  const [first, last] = [moments[0], moments.at(-1)];
  const shares = new Map<string, number>();
  if (first && last && last.at > first.at) {
    for (const process of last.processes) {
      const before = first.processes.find((one) => nameOf(one) === nameOf(process));
      shares.set(nameOf(process), (process.cpuSeconds - (before?.cpuSeconds ?? 0)) / (last.at - first.at));
    }
  }
  return shares;
}

/** A figure of each process over time, by the name of the process. */
export function figuresOf(
  moments: readonly Moment[],
  figure: (process: ProcessSample) => number | null,
): Map<string, Point[]> {
  const figures = new Map<string, Point[]>();
  for (const { at, processes } of moments) {
    for (const process of processes) {
      const value = figure(process);
      if (value !== null) {
        figures.set(nameOf(process), [...(figures.get(nameOf(process)) ?? []), { at, value }]);
      }
    }
  }
  return figures;
}

/** The processor time of each process in each second. */
export function processorOverTime(moments: readonly Moment[]): Map<string, Point[]> {
  const series = new Map<string, Point[]>();
  moments.slice(1).forEach((after, index) => {
    for (const [name, value] of sharesOfProcessors(moments.slice(index, index + 2))) {
      series.set(name, [...(series.get(name) ?? []), { at: after.at, value: value * 100 }]);
    }
  });
  return series;
}

export function nameOf({ name, instance }: ProcessSample): string {
  return `${name} ${instance}`;
}

function answersOf({ processes }: Moment): number {
  return processes.reduce((sum, { answers }) => sum + answers, 0);
}
