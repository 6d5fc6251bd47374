import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { projectRoot } from '@rapport/local-platform';
import type { Alert } from './alert.ts';
import { alerts } from './alerts.ts';

/** For `generate`: the alerts as rules that the chart gives to Prometheus, and as each runbook shows its own. */
export const alertsGenerator = {
  name: 'alerts',
  run: async (): Promise<Record<string, string>> => {
    const read = Object.keys(alerts).map(async (name) => ({ name, text: await readFile(fileOf(name), 'utf8') }));
    const runbooks = await Promise.all(read);
    return {
      'charts/rapport/files/alerts.yaml': stringify(
        { groups: runbooks.map(groupOf) },
        { lineWidth: 0, aliasDuplicateObjects: false },
      ),
      ...Object.fromEntries(runbooks.map((runbook) => [pathOf(runbook.name), withAlerts(runbook)])),
    };
  },
};

interface Runbook {
  readonly name: string;
  readonly text: string;
}

function groupOf({ name, text }: Runbook): object {
  const annotations = { summary: /^# (.+)$/m.exec(text)?.[1] ?? name, runbook: pathOf(name) };
  const rules = alertsOf(name).map(({ name: alert, expr, for: time, isPage }) => ({
    alert: `Rapport${alert}`,
    expr,
    ...(time !== undefined && { for: time }),
    labels: { severity: isPage ? 'page' : 'warning' },
    annotations,
  }));
  return { name: `rapport-${name}`, rules };
}

/** The page with its block of PromQL made anew. */
function withAlerts({ name, text }: Runbook): string {
  const block = /^```promql\n[^`]*^```$/m;
  if (!block.test(text)) {
    throw new Error(`${pathOf(name)} has no block of PromQL, in which its alerts stand.`);
  }
  return text.replace(block, () => `\`\`\`promql\n${linesOf(alertsOf(name)).join('\n')}\n\`\`\``);
}

function linesOf(shown: readonly Alert[]): string[] {
  const exprs = shown.map(({ expr }) => expr.split('\n'));
  const width = Math.max(...exprs.map((lines) => lines.at(-1)?.length ?? 0));
  return shown.map(({ expr, for: time, isPage }, index) => {
    const last = exprs[index]?.at(-1) ?? '';
    const when = `${time === undefined ? 'at once' : `for ${time}`}${isPage ? ': a page' : ''}`;
    return `${expr}${' '.repeat(width - last.length)}    # ${when}`;
  });
}

function alertsOf(runbook: string): readonly Alert[] {
  return alerts[runbook] ?? [];
}

function pathOf(runbook: string): string {
  return `docs/runbooks/${runbook}.md`;
}

function fileOf(runbook: string): string {
  return join(projectRoot, pathOf(runbook));
}
