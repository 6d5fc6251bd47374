import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chartFolder } from '@rapport/generate';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { rendered } from './render.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
}

test('the alerts of the runbooks are rules for Prometheus where a value says it', async () => {
  expect(await rulesOf([])).toEqual([]);
  const rules = await rulesOf(['prometheusRule.enabled=true']);
  expect(rules).toContainEqual({
    alert: 'RapportUsageLost',
    expr: 'increase(usage_lost_total{namespace="crm"}[10m]) > 0',
    labels: { severity: 'warning', namespace: 'crm' },
    annotations: {
      summary: 'Usage is not written, or records are not counted',
      runbook: 'docs/runbooks/usage-not-written.md',
    },
  });
});

test('rules for Prometheus have the labels by which it takes them', async () => {
  const sets = ['prometheusRule.enabled=true', 'prometheusRule.labels.release=monitoring'];
  const rule = (await rendered(evaluation, sets)).find(({ kind }) => kind === 'PrometheusRule');
  expect(rule?.metadata.labels).toMatchObject({ release: 'monitoring' });
});

test('each metric of each alert is asked of the namespace of the release, so no other release answers for it', async () => {
  const { groups } = parse(await readFile(join(chartFolder, 'files', 'alerts.yaml'), 'utf8')) as Groups;
  const plain = rulesIn({ groups });
  const rules = await rulesOf(['prometheusRule.enabled=true']);
  expect(rules.map(({ alert }) => alert)).toEqual(plain.map(({ alert }) => alert));
  for (const [index, { expr }] of rules.entries()) {
    const withoutTexts = expr.replaceAll(/"[^"]*"/g, '""');
    const metrics = withoutTexts.match(/\b[a-z]+(_[a-z]+)+\b(?!\s*\()/g) ?? [];
    const selectors = withoutTexts.match(/\b[a-z]+(_[a-z]+)+\{namespace=""[,}]/g) ?? [];
    expect([expr, selectors.length]).toEqual([expr, metrics.length]);
    expect(metrics.length).toBeGreaterThan(0);
    const restored = expr.replaceAll(/namespace="crm",?/g, '').replaceAll('{}', '');
    expect(restored).toBe(plain[index]?.expr);
  }
});

interface Groups {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}

async function rulesOf(sets: readonly string[]): Promise<Rule[]> {
  const found = (await rendered(evaluation, sets)).filter(({ kind }) => kind === 'PrometheusRule');
  return found.flatMap(({ spec }) => rulesIn(spec as Groups));
}

function rulesIn({ groups }: Groups): Rule[] {
  return groups.flatMap(({ rules }) => rules);
}

const evaluation = ['values-evaluation.yaml'];
