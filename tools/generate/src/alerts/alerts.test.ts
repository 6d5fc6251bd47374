import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '@rapport/local-platform';
import { rows } from '../watch/panels.ts';
import { alerts } from './alerts.ts';

const all = Object.values(alerts).flat();

test('each alert has a name of its own, and each runbook its alerts', async () => {
  const names = all.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const pages = (await readdir(join(projectRoot, 'docs/runbooks'))).filter((file) => file !== 'README.md');
  expect(Object.keys(alerts).map((runbook) => `${runbook}.md`)).toEqual(pages.toSorted());
});

test('each metric that an alert or a plot of the dashboard asks for is one that a service makes', async () => {
  const made = new Set(await metricsOfSources());
  const plotted = Object.values(rows).flatMap((panels) => panels.flatMap(({ lines }) => Object.values(lines)));
  const exprs = [...all.map(({ expr }) => expr), ...plotted.map((expr) => expr.replaceAll('$__rate_interval', '1m'))];
  // The first make HAProxy and the client of Prometheus by themselves.
  const asked = exprs.flatMap(metricsOf).filter((name) => !/^(haproxy|process|nodejs)_/.test(name));
  expect(asked.length).toBeGreaterThan(exprs.length / 2);
  // The format writes `_total` behind the name of a counter that lacks it.
  expect(asked.filter((name) => !made.has(name) && !made.has(name.replace(/_total$/, '')))).toEqual([]);
});

test('each range holds four scrapes of the chart, so one that is missing makes no alert silent', () => {
  const ranges = all.flatMap(({ expr }) => [...expr.matchAll(/\[(\d+)m\]/g)].map(([, minutes]) => Number(minutes)));
  expect(Math.min(...ranges)).toBe(2);
});

/** The names in an expression that are neither values nor functions. */
function metricsOf(expr: string): string[] {
  const names = expr.replaceAll(/"[^"]*"|\bby \([^)]*\)|\w+\s*\(/g, ' ').match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
  return names.map((name) => name.replace(/_(bucket|count)$/, ''));
}

async function metricsOfSources(): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob('{apps,libs/*}/*/src/**/*.ts', { cwd: projectRoot })) {
    const text = await readFile(join(projectRoot, file), 'utf8');
    found.push(...[...text.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].map(([, name = '']) => name));
  }
  return found;
}
