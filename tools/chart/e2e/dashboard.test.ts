import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chartFolder } from '@rapport/generate';
import { expect, test } from 'vitest';
import { rendered } from './render.ts';

test('the dashboard is a ConfigMap that Grafana finds, where a value says it', async () => {
  expect(await dashboardsOf([])).toEqual([]);
  const [made] = await dashboardsOf(['dashboard.enabled=true', 'dashboard.labels.team=sre']);
  expect(made?.metadata.labels).toMatchObject({ grafana_dashboard: '1', team: 'sre' });
  const file = await readFile(join(chartFolder, 'files', 'dashboard.json'), 'utf8');
  expect(made?.data).toEqual({ 'rapport.json': file.trimEnd() });
});

test('each plot of the dashboard asks the namespaces that its reader chose', async () => {
  const { panels } = JSON.parse(await readFile(join(chartFolder, 'files', 'dashboard.json'), 'utf8')) as Dashboard;
  const exprs = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(exprs.length).toBeGreaterThan(panels.length / 2);
  for (const expr of exprs) {
    const metrics = expr.replaceAll(/"[^"]*"|\bby \([^)]*\)/g, '').match(/\b[a-z]\w*_\w+\b(?!\s*\()/g) ?? [];
    const chosen = expr.match(/\w+\{namespace=~"\$namespace"[,}]/g) ?? [];
    expect([expr, chosen.length]).toEqual([expr, metrics.filter((name) => name !== '__rate_interval').length]);
    expect(chosen.length).toBeGreaterThan(0);
  }
});

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
}

async function dashboardsOf(sets: readonly string[]) {
  const all = await rendered(['values-evaluation.yaml'], sets);
  return all.filter(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.endsWith('-dashboard'));
}
