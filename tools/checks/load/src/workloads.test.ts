import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@rapport/local-platform';

import type { NamedProcess } from '@rapport/testbed';
import { expect, test } from 'vitest';
import type { LoadPlatform } from './platform/load-platform.ts';
import { workloads } from './workloads.ts';

test('each workload has its script', () => {
  for (const { name } of workloads) {
    expect(existsSync(join(projectRoot, 'load-tests', 'src', `${name}.ts`)), name).toBe(true);
  }
});

test('a rollout restarts a process of every service', async () => {
  const { services } = await import('@rapport/installation');
  const ending = new AbortController();
  const restarted: string[] = [];
  const processes: Pick<LoadPlatform['processes'], 'of' | 'terminate' | 'untilReady'> = {
    of: async (name) => [{ name, pid: 1, container: null, url: '', state: 'ready' }],
    terminate: async (ended: readonly NamedProcess[]) => {
      restarted.push(...ended.map(({ name }) => name));
    },
    untilReady: async () => {
      if (restarted.length >= services.length) {
        ending.abort();
      }
    },
  };
  const rollout = workloads.find(({ name }) => name === 'rollout');
  await rollout?.meanwhile?.({ processes } as LoadPlatform, ending.signal).catch(() => undefined);
  expect(restarted.slice(0, services.length)).toEqual(services.map(({ name }) => name));
});
