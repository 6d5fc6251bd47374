import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { entitlementNames, entitlements, furtherSentences } from '@rapport/kinds';
import { projectRoot } from '@rapport/local-platform';
import { rows } from './rows.ts';

const page = 'docs/operators/plans-and-usage.md';

/** For `generate`: the table of what a plan grants, in the page about plans. */
export const plansGenerator = {
  name: 'table of entitlements',
  run: async (): Promise<Record<string, string>> => {
    const text = await readFile(join(projectRoot, page), 'utf8');
    return { [page]: text.replace(/^\| name .*\n(?:\|.*\n)+/m, () => entitlementTable()) };
  },
};

function entitlementTable(): string {
  const cells = entitlementNames.map((name) => {
    const { description = '' } = entitlements.shape[name];
    return [`\`${name}\``, [description, ...(furtherSentences[name] ?? [])].join(' ')];
  });
  return rows(['name', 'what it bounds'], cells);
}
