import type { K6Metric } from '../k6/run-k6.ts';
import type { Finding } from './finding.ts';

/** Every threshold of a run, with the figure that it was held against. */
export function findingsOf(metrics: Readonly<Record<string, K6Metric>>): Finding[] {
  const sorted = Object.entries(metrics).sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([name, { values, thresholds = {} }]) =>
    Object.entries(thresholds).map(([threshold, { ok }]): Finding => {
      const figure = /^[a-z]+(?:\([\d.]+\))?/.exec(threshold)?.[0] ?? '';
      const value = values[figure];
      return {
        promised: `${name}: ${threshold}`,
        came: value === undefined ? 'no figure' : `${figure} ${rounded(value)}`,
        holds: ok && value !== undefined,
      };
    }),
  );
}

function rounded(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toPrecision(4);
}
