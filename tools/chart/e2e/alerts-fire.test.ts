import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programOrReason, systemPrometheus } from '@rapport/local-servers';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { alertCases, type Series } from './alert-cases.ts';
import { rendered } from './render.ts';

const found = await programOrReason(systemPrometheus('promtool'));
if ('missing' in found) {
  process.stderr.write(`Whether alerts fire is not asked: ${found.missing}\n`);
}
const promtool = 'program' in found ? found.program : undefined;

test.skipIf(promtool === undefined)(
  'each alert fires on series that mean it and is silent beside them, whatever another release does',
  async () => {
    const rules = await renderedRules();
    expect(Object.keys(alertCases).toSorted()).toEqual(rules.map(nameOf).toSorted());
    expect(await failuresOf(rules)).toEqual([]);
  },
);

interface Rule {
  readonly alert: string;
}

async function renderedRules(): Promise<readonly Rule[]> {
  const objects = await rendered(['values-evaluation.yaml'], ['prometheusRule.enabled=true']);
  const spec = objects.find(({ kind }) => kind === 'PrometheusRule')?.spec;
  return (spec as { readonly groups: readonly { readonly rules: readonly Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );
}

/** The alerts that were not as they should be, as promtool says it. A test computes the rule of its file alone. */
async function failuresOf(rules: readonly Rule[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rapport-alerts-'));
  try {
    for (const rule of rules) {
      const rulesFile = join(folder, `${rule.alert}.rules.yaml`);
      await writeFile(rulesFile, stringify({ groups: [{ name: rule.alert, rules: [rule] }] }));
      await writeFile(join(folder, `${rule.alert}.yaml`), stringify({ rule_files: [rulesFile], ...testsOf(rule) }));
    }
    const files = rules.map(({ alert }) => join(folder, `${alert}.yaml`));
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
function testsOf(rule: Rule): object {
  const { fires, silent, every, ofAll = false } = alertCases[nameOf(rule)] ?? { fires: [], silent: [] };
  const meansNothing = ofAll ? [] : fires.map((series) => ({ ...silent[0], ...ofOthers(series) }));
  const asking: Asking = { alert: rule.alert, interval: every ?? '30s' };
  return {
    evaluation_interval: every ?? '15s',
    tests: [
      ...fires.map((series) => testOf(asking, series, silent[0], [{ labels: '{}', value: 1 }])),
      ...[...silent, ...meansNothing].map((series) => testOf(asking, series, fires[0], [])),
    ],
  };
}

/** The series that bear a label by which alerts choose, with a value that none chooses. */
function ofOthers(series: Series): Series {
  const renamed = Object.entries(series).map(([selector, values]) => [
    selector.replaceAll(choosing, '$1other-'),
    values,
  ]);
  return Object.fromEntries(renamed.filter(([selector = '']) => !(selector in series))) as Series;
}

const choosing = /\b((?:code|group|limit|of|outcome|reason|state|topic|work)=")/g;

interface Asking {
  readonly alert: string;
  readonly interval: '30s' | '1h';
}

function testOf({ alert, interval }: Asking, series: Series, others: Series = {}, exp_samples: readonly object[] = []) {
  const expr = `group(ALERTS{alertname="${alert}", namespace="crm", alertstate="firing"})`;
  return {
    interval,
    input_series: [...inNamespace('crm', series), ...inNamespace('other', others)],
    promql_expr_test: [{ expr, eval_time: interval === '1h' ? '80h' : '40m', exp_samples }],
  };
}

function inNamespace(namespace: string, series: Series): object[] {
  return Object.entries(series).map(([selector, values]) => ({
    series: selector.replace(/\{|$/, (at) => `{namespace="${namespace}"${at === '' ? '}' : ','}`),
    values,
  }));
}

function nameOf({ alert }: Rule): string {
  return alert.replace(/^Rapport/, '');
}
