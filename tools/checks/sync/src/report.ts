import type { Breach, Violation } from './history/history.ts';
import type { Counts } from './stage.ts';

export interface ScenarioReport {
  readonly verdict: 'passed' | 'failed' | 'skipped';
  readonly counts: Counts;
  readonly faults: readonly string[];
  readonly figures: Readonly<Record<string, string>>;
  /** Each promise was broken so often. */
  readonly broken: Broken;
  /** The first breaches of each promise; the others say the same. */
  readonly violations: readonly Violation[];
  readonly story: readonly string[];
  /** Why the scenario was not played. */
  readonly skipped?: string;
}

export type Broken = Partial<Record<Breach, number>>;

export function countsOf(violations: readonly Violation[]): Broken {
  const counts: Broken = {};
  for (const { breach } of violations) {
    counts[breach] = (counts[breach] ?? 0) + 1;
  }
  return counts;
}

/** The report of a scenario, for a reader. */
export function linesOf(report: ScenarioReport): string[] {
  const { counts, faults, figures, broken, violations, story, skipped } = report;
  const { writes, unknown, reads, items, crashes } = counts;
  const summary = `${writes} writes (${unknown} unknown), ${reads} reads of ${items} rows, ${crashes} crashes of clients, ${faults.length} faults`;
  return [
    skipped ?? `${summary}; ${breachesText(broken)}`,
    ...Object.entries(figures).map(([figure, value]) => `${figure}: ${value}`),
    ...violations.map(({ breach, text }) => `${breach}: ${text}`),
    ...story.map((line) => `  | ${line}`),
  ];
}

export function breachesText(broken: Broken): string {
  const counts = Object.entries(broken);
  return counts.length === 0 ? 'nothing missed' : counts.map(([breach, count]) => `${count} x ${breach}`).join(', ');
}

/** The first violations of each promise. */
export function firstOfEach(violations: readonly Violation[]): Violation[] {
  const shown = new Map<Breach, number>();
  return violations.filter(({ breach }) => {
    shown.set(breach, (shown.get(breach) ?? 0) + 1);
    return (shown.get(breach) ?? 0) <= 3;
  });
}
