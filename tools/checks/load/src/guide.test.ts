import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@rapport/local-platform/project';
import { kinds, objectives } from '@rapport/load-tests/objectives';
import { expect, test } from 'vitest';
import { workloads } from './workloads.ts';

const guide = readFileSync(join(projectRoot, 'docs', 'operators', 'load-tests.md'), 'utf8');

/** The rows of the tables of the guide whose first cell is one of these, without its spaces. */
const rowsOf = (names: readonly string[]): string[][] =>
  [...guide.matchAll(/^\| `([\w-]+)` *\|(.*)\|$/gm)]
    .filter(([, name = '']) => names.includes(name))
    .map(([, name = '', rest = '']) => [name, ...rest.split('|').map((cell) => cell.trim())]);

test('the guide promises what a run is judged by', () => {
  const { latency, availability, feedFreshness } = objectives;
  const rows = kinds.map((kind) => [kind, String(latency[kind].p95Ms), String(latency[kind].p99Ms)]);
  expect(rowsOf(kinds)).toEqual(rows);
  const text = guide.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`answers ${(availability.share * 100).toFixed(1)} % of all requests`);
  expect(text).toContain(`within ${feedFreshness.p99Ms.toLocaleString('en')} ms at p99`);
});

test('the guide has every workload', () => {
  const workloadNames = workloads.map(({ name }) => name);
  const named = rowsOf(workloadNames).map(([name]) => name);
  expect(named.toSorted()).toEqual(workloadNames.toSorted());
});
