import type { Rule } from './history/history.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';

/** A rule of the product, the product without it, and the scenario that must find what is missed then. */
export interface Guard {
  readonly name: string;
  /** What the product does without the rule. */
  readonly title: string;
  readonly replaced: Readonly<Record<string, string>>;
  readonly scenario: Scenario;
  /** The rules of the verdict by which it may show. */
  readonly shows: readonly Rule[];
}

export const guards: readonly Guard[] = [
  withoutRule('lock', 'stamps without the tenant’s lock', 'idle-before-its-first-write', ['missed']),
  withoutRule('later-millisecond', 'stamps that share a millisecond', 'clock-far-behind', ['missed']),
  withoutRule('watermark-of-the-log', 'a watermark from the wall clock', 'idle-before-its-first-write', ['missed']),
  withoutRule('next-millisecond', 'a watermark without the millisecond above', 'writers-and-clients', [
    'watermark too low',
  ]),
  withoutRule('outbox', 'a feed that does not look into the outbox', 'own-writes', ['missed']),
  withoutRule('view-numbers', 'first pages that ignore the number of the view', 'view-changes-during-a-read', [
    'missed',
  ]),
];

function withoutRule(name: string, title: string, scenario: string, shows: readonly Rule[]): Guard {
  const entry = `tools/sync-check/src/without/${name}.ts`;
  const played = scenarios.find((candidate) => candidate.name === scenario);
  if (played === undefined) throw new Error(`there is no scenario ${scenario}`);
  return { name, title, replaced: { 'public-api': entry }, scenario: played, shows };
}
