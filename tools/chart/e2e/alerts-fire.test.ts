import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programOrReason, systemPrometheus } from '@rapport/local-servers';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { alertCases, type AlertCase, type Series } from './alert-cases.ts';
import { rendered } from './render.ts';

const found = await programOrReason(systemPrometheus('promtool'));
if ('missing' in found) {
  process.stderr.write(`Whether alerts fire is not asked: ${found.missing}\n`);
}
const promtool = 'program' in found ? found.program : undefined;

test.skipIf(promtool === undefined)(
  'each alert fires on series that mean it and is silent beside them, whatever another release does',
  async () => {
    const groups = await renderedGroups();
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect(Object.keys(alertCases).map(alertOf).toSorted()).toEqual(alerts.toSorted());
    expect(await failuresOf(groups)).toEqual([]);
  },
);

interface Group {
  readonly name: string;
  readonly rules: readonly { readonly alert: string }[];
}

async function renderedGroups(): Promise<readonly Group[]> {
  const objects = await rendered(['values-evaluation.yaml'], ['prometheusRule.enabled=true']);
  return (objects.find(({ kind }) => kind === 'PrometheusRule')?.spec as { readonly groups: readonly Group[] }).groups;
}

/** The alerts that were not as they should be, as promtool says it. A test computes the rules of its file alone. */
async function failuresOf(groups: readonly Group[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-alerts-'));
  try {
    for (const group of groups) {
      const tests = Object.entries(alertCases)
        .filter(([name]) => group.rules.some(({ alert }) => alert === alertOf(name)))
        .flatMap(([name, alertCase]) => testsOf(alertOf(name), alertCase));
      await writeFile(join(folder, `${group.name}.rules.yaml`), stringify({ groups: [group] }));
      await writeFile(
        join(folder, `${group.name}.yaml`),
        stringify({ rule_files: [`${group.name}.rules.yaml`], tests }),
      );
    }
    const files = groups.map(({ name }) => join(folder, `${name}.yaml`));
    await promisify(execFile)(promtool ?? '', ['test', 'rules', ...files], { maxBuffer: 16 * 1024 * 1024 });
    return [];
  } catch (error) {
    const { stderr = String(error) } = error as { readonly stderr?: string };
    const failed = [...stderr.matchAll(/alertname=\\"(\w+).*\n +exp: (nil)?/g)];
    const sentences = failed.map(
      ([, alert, isSilent]) => `${alert} ${isSilent ? 'fires beside its cause' : 'is silent'}`,
    );
    return sentences.length > 0 ? sentences : [stderr];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The other release of the same Prometheus is well where this one is not, and the other way round. */
function testsOf(alert: string, { fires, silent }: AlertCase): object[] {
  return [
    ...fires.map((series) => testOf(alert, series, silent[0], [{ labels: '{}', value: 1 }])),
    ...silent.map((series) => testOf(alert, series, fires[0], [])),
  ];
}

function testOf(alert: string, series: Series, others: Series = {}, exp_samples: readonly object[] = []): object {
  const expr = `group(ALERTS{alertname="${alert}", namespace="crm", alertstate="firing"})`;
  return {
    interval: '30s',
    input_series: [...inNamespace('crm', series), ...inNamespace('other', others)],
    promql_expr_test: [{ expr, eval_time: '40m', exp_samples }],
  };
}

function inNamespace(namespace: string, series: Series): object[] {
  return Object.entries(series).map(([selector, values]) => ({
    series: selector.replace(/\{|$/, (at) => `{namespace="${namespace}"${at === '' ? '}' : ','}`),
    values,
  }));
}

function alertOf(name: string): string {
  return `Rapport${name}`;
}
