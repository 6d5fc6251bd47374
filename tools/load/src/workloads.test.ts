import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, workloadNames } from '@rapport/rapport';
import { expect, test } from 'vitest';
import { workloads } from './workloads.ts';

test('the front door knows every workload, and each has its script', () => {
  expect(workloads.map(({ name }) => name)).toEqual(workloadNames);
  for (const { name } of workloads) {
    expect(existsSync(join(projectRoot, 'load-tests', 'src', `${name}.ts`)), name).toBe(true);
  }
});
