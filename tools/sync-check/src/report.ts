import type { Rule, Violation } from './history/history.ts';
import type { Counts } from './stage.ts';

export interface ScenarioReport {
  readonly name: string;
  readonly title: string;
  readonly verdict: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  readonly counts: Counts;
  readonly faults: readonly string[];
  readonly figures: Readonly<Record<string, string>>;
  /** How often each rule was broken. */
  readonly broken: Broken;
  /** The first of each rule: the rest says the same. */
  readonly violations: readonly Violation[];
  readonly story: readonly string[];
  /** Why it was not played. */
  readonly skipped?: string;
}

export type Broken = Partial<Record<Rule, number>>;

export function countsOf(violations: readonly Violation[]): Broken {
  const counts: Broken = {};
  for (const { rule } of violations) {
    counts[rule] = (counts[rule] ?? 0) + 1;
  }
  return counts;
}

/** A scenario as a person reads it. */
export function linesOf(report: ScenarioReport): string[] {
  const { name, title, verdict, seconds, counts, faults, figures, broken, violations, story, skipped } = report;
  const { writes, unknown, reads, items, crashes } = counts;
  const told = `${writes} writes (${unknown} unknown), ${reads} reads of ${items} rows, ${crashes} crashes of clients, ${faults.length} faults`;
  return [
    `${marks[verdict]}  ${name} (${seconds.toFixed(1)} s): ${title}`,
    ...(skipped === undefined ? [`        ${told}; ${brokenRules(broken)}`] : [`        ${skipped}`]),
    ...Object.entries(figures).map(([figure, value]) => `        ${figure}: ${value}`),
    ...violations.map(({ rule, text }) => `        ${rule}: ${text}`),
    ...story.map((line) => `          | ${line}`),
  ];
}

const marks = { passed: 'ok     ', failed: 'FAILED ', skipped: 'skipped' };

export function brokenRules(broken: Broken): string {
  const counts = Object.entries(broken);
  return counts.length === 0 ? 'nothing missed' : counts.map(([rule, count]) => `${count} x ${rule}`).join(', ');
}

/** The first violations of each rule. */
export function firstOfEach(violations: readonly Violation[]): Violation[] {
  const shown = new Map<Rule, number>();
  return violations.filter(({ rule }) => {
    shown.set(rule, (shown.get(rule) ?? 0) + 1);
    return (shown.get(rule) ?? 0) <= 3;
  });
}
