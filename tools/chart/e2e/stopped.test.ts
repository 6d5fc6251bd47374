import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@rapport/local-platform/project';
import { expect, test } from 'vitest';
import { rendered } from './render.ts';

test.each([['values-evaluation.yaml'], ['values-production.yaml']])(
  'a stopped installation of %s has no pod that writes, nothing that scales one up, and no migrations',
  async (file) => {
    const objects = await rendered([file], ['stopped=true']);
    const deployments = objects.filter(({ kind }) => kind === 'Deployment');
    expect(deployments.length).toBeGreaterThan(5);
    expect(deployments.map(({ spec }) => (spec as { replicas?: number }).replicas)).toEqual(deployments.map(() => 0));
    expect(objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toEqual([]);
    expect(objects.filter(({ metadata }) => metadata.name.startsWith('rapport-migrations'))).toEqual([]);
  },
);

test('the page of backups stops an installation by the value of the chart', async () => {
  const page = await readFile(join(projectRoot, 'docs/operators/backup.md'), 'utf8');
  expect(page).toContain('helm upgrade rapport charts/rapport -n crm --reuse-values --set stopped=true\n');
  expect(page).not.toContain('--replicas=0');
});
